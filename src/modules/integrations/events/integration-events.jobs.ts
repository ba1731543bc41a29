import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { Deliveries } from './deliveries.js';
import { IntegrationEventsRepository } from './integration-events.repository.js';

const WAKE_UNATTENDED = 'integration-events.look-after';
const DELETE_EXPIRED = 'integration-events.forget';
const DAY_MS = 24 * 60 * 60_000;
const RETENTION_DAYS = 30;
const MAX_QUEUES = 1000;
const BATCH_SIZE = 5000;

/** Scheduled work on events: wakes queues that no process delivers, and deletes old events. */
@Injectable()
export class IntegrationEventJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly events: IntegrationEventsRepository,
    private readonly deliveries: Deliveries,
  ) {}

  @Scheduled('* * * * *')
  async enqueueWaking(): Promise<void> {
    await this.jobs.enqueue(WAKE_UNATTENDED, {}, onceAt(this.clock.now()));
  }

  @Scheduled('23 3 * * *')
  async enqueueDeletion(): Promise<void> {
    await this.jobs.enqueue(DELETE_EXPIRED, {}, onceAt(this.clock.now()));
  }

  /** Wakes the queues of killed processes, and those whose next event was due too late for a timer of `Deliveries`. */
  @OnJob(WAKE_UNATTENDED)
  async wakeUnattended(): Promise<void> {
    for (const queue of await this.events.findUnattended(this.clock.now(), MAX_QUEUES))
      this.deliveries.wake(queue);
  }

  @OnJob(DELETE_EXPIRED)
  async deleteExpired(): Promise<void> {
    const limit = new Date(this.clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    while ((await this.events.deleteBefore(limit, BATCH_SIZE)) === BATCH_SIZE);
  }
}
