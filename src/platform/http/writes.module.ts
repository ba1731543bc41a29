import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Idempotency } from './idempotency/idempotency.interceptor.js';
import { IdempotencyJobs } from './idempotency/idempotency.jobs.js';
import { IdempotentRequests } from './idempotency/idempotent-requests.js';
import { IdempotentRequestsRepository } from './idempotency/idempotent-requests.repository.js';
import { Preconditions } from './preconditions/preconditions.interceptor.js';

/**
 * Writes with an `Idempotency-Key` or a precondition. Its interceptors come after the reader of bodies, so import it after `HttpModule`.
 * Commands, which serve no routes and have no jobs, do without it.
 */
@Module({
  providers: [
    IdempotentRequests,
    IdempotentRequestsRepository,
    IdempotencyJobs,
    { provide: APP_INTERCEPTOR, useClass: Idempotency },
    { provide: APP_INTERCEPTOR, useClass: Preconditions },
  ],
})
export class WritesModule {}
