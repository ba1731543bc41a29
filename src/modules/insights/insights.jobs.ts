import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { SiteEventsRepository } from './events/site-events.repository.js';
import { VisitorHashes } from './events/visitor-hashes.js';

const FORGET = 'insights-forget';
const DAY = 24 * 60 * 60_000;
/** A year can be compared with the one before for a month. */
const KEPT_DAYS = 396;
const BATCH = 10_000;

/** Forgets what readers did long ago, and every day the secrets that visitors of past days were hashed with. */
@Injectable()
export class InsightsJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly events: SiteEventsRepository,
    private readonly hashes: VisitorHashes,
  ) {}

  @Scheduled('19 3 * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue(FORGET, {}, onceAt(this.clock.now()));
  }

  @OnJob(FORGET)
  async deleteExpired(): Promise<void> {
    const now = this.clock.now();
    await this.hashes.clear(now);
    const limit = new Date(now.getTime() - KEPT_DAYS * DAY);
    while ((await this.events.deleteBefore(limit, BATCH)) === BATCH);
  }
}
