import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { onceAt, Scheduled } from '#platform/jobs/scheduled.js';
import { LookDrafts } from './look-drafts.js';

export const FORGET_LOOK_DRAFTS = 'sites.forget-look-drafts';

/** Forgets looks that somebody tried and did not save. */
@Injectable()
export class LookDraftsJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly drafts: LookDrafts,
  ) {}

  @Scheduled('20 * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(FORGET_LOOK_DRAFTS, {}, onceAt(this.clock.now()));
  }

  @OnJob(FORGET_LOOK_DRAFTS)
  forget(): Promise<void> {
    return this.drafts.forgetOld();
  }
}
