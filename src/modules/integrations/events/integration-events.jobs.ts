import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { Deliveries } from './deliveries.js';
import { IntegrationEventsRepository } from './integration-events.repository.js';

const LOOK_AFTER = 'integration-events.look-after';
const FORGET = 'integration-events.forget';
const DAY = 24 * 60 * 60_000;
const KEPT_DAYS = 30;
const QUEUES = 1000;
const BATCH = 5000;

/** Looks after events that nobody delivers, and forgets old ones. */
@Injectable()
export class IntegrationEventJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly events: IntegrationEventsRepository,
    private readonly deliveries: Deliveries,
  ) {}

  @Scheduled('* * * * *')
  async minutely(): Promise<void> {
    await this.jobs.enqueue(LOOK_AFTER, {}, onceAt(this.clock.now()));
  }

  @Scheduled('23 3 * * *')
  async daily(): Promise<void> {
    await this.jobs.enqueue(FORGET, {}, onceAt(this.clock.now()));
  }

  /** Delivers events of killed processes, and those with a much later due time. */
  @OnJob(LOOK_AFTER)
  async check(): Promise<void> {
    for (const queue of await this.events.findLeft(this.clock.now(), QUEUES)) this.deliveries.wake(queue);
  }

  @OnJob(FORGET)
  async deleteExpired(): Promise<void> {
    const limit = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY);
    while ((await this.events.deleteBefore(limit, BATCH)) === BATCH);
  }
}
