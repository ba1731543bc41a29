import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { DomainError } from '#platform/http/errors.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { CustomHostnames } from './custom-hostnames.service.js';
import { dueBefore } from './custom-hostname.state.js';
import { CustomHostnamesRepository } from './custom-hostnames.repository.js';

export const CHECK_HOSTNAMES = 'sites.check-hostnames';
const BATCH = 100;

/** Asks DNS again: for claims until they are proven, for proven domains whether they still are. */
@Injectable()
export class CustomHostnamesJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly hostnames: CustomHostnamesRepository,
    private readonly customHostnames: CustomHostnames,
  ) {}

  @Scheduled('*/10 * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(CHECK_HOSTNAMES, {}, onceAt(this.clock.now()));
  }

  @OnJob(CHECK_HOSTNAMES)
  async check(): Promise<void> {
    for (const claim of await this.hostnames.listDue(dueBefore(this.clock.now()), BATCH)) {
      await this.customHostnames.check(claim).catch((error: unknown) => {
        // Somebody took the claim back meanwhile.
        if (!(error instanceof DomainError)) throw error;
      });
    }
  }
}
