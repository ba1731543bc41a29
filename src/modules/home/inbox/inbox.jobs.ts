import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { InboxRepository } from './inbox.repository.js';

export const DELETE_OLD_ENTRIES = 'inbox.forget';
const KEPT_DAYS = 180;
const DAY = 24 * 60 * 60_000;
const BATCH = 10_000;

/** Deletes entries of inboxes after half a year: discussions and change requests keep what was said. */
@Injectable()
export class InboxJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly entries: InboxRepository,
  ) {}

  @Scheduled('17 4 * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue(DELETE_OLD_ENTRIES, {}, onceAt(this.clock.now()));
  }

  @OnJob(DELETE_OLD_ENTRIES)
  async deleteOld(): Promise<void> {
    const limit = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY);
    while ((await this.entries.deleteBefore(limit, BATCH)) === BATCH);
  }
}
