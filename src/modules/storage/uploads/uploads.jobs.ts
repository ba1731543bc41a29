import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { UploadsRepository } from './uploads.repository.js';

const DELETE_EXPIRED_UPLOADS = 'storage.forget-uploads';
const BATCH = 1000;

/** Forgets uploads that nobody finished or used; the collector of blobs then finds their bytes. */
@Injectable()
export class UploadsJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly uploads: UploadsRepository,
  ) {}

  @Scheduled('13 * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(DELETE_EXPIRED_UPLOADS, {}, onceAt(this.clock.now()));
  }

  @OnJob(DELETE_EXPIRED_UPLOADS)
  async deleteExpired(): Promise<void> {
    const now = this.clock.now();
    while ((await this.uploads.deleteExpired(now, BATCH)) === BATCH);
  }
}
