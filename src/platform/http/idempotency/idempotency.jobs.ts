import { Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { Jobs } from '../../jobs/jobs.js';
import { OnJob } from '../../jobs/on-job.js';
import { Scheduled, onceAt } from '../../jobs/scheduled.js';
import { keptSince } from './idempotent-requests.js';
import { IdempotentRequestsRepository } from './idempotent-requests.repository.js';

export const DELETE_OLD_IDEMPOTENT_REQUESTS = 'http.forget-idempotent-requests';
const BATCH = 5000;

/** Forgets requests with an `Idempotency-Key` after a day. */
@Injectable()
export class IdempotencyJobs {
  constructor(
    private readonly clock: Clock,
    private readonly jobs: Jobs,
    private readonly requests: IdempotentRequestsRepository,
  ) {}

  @Scheduled('13 * * * *')
  async schedule(): Promise<void> {
    await this.jobs.enqueue(DELETE_OLD_IDEMPOTENT_REQUESTS, {}, onceAt(this.clock.now()));
  }

  @OnJob(DELETE_OLD_IDEMPOTENT_REQUESTS)
  async deleteExpired(): Promise<void> {
    const limit = keptSince(this.clock.now());
    while ((await this.requests.deleteBefore(limit, BATCH)) === BATCH);
  }
}
