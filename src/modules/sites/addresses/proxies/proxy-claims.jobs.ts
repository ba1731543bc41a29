import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { DomainError } from '#platform/http/errors.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { dueBefore } from '../hostnames/custom-hostname.state.js';
import { ProxyClaimsRepository } from './proxy-claims.repository.js';
import { ProxyClaims } from './proxy-claims.service.js';

export const CHECK_PROXIES = 'sites.check-proxies';
const BATCH = 100;

/** Looks for proofs again: for claims until they are proven, for proven addresses whether they still are. */
@Injectable()
export class ProxyClaimsJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly repository: ProxyClaimsRepository,
    private readonly claims: ProxyClaims,
  ) {}

  @Scheduled('*/10 * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(CHECK_PROXIES, {}, onceAt(this.clock.now()));
  }

  @OnJob(CHECK_PROXIES)
  async check(): Promise<void> {
    for (const claim of await this.repository.listDue(dueBefore(this.clock.now()), BATCH)) {
      await this.claims.check(claim).catch((error: unknown) => {
        // Somebody took the claim back meanwhile.
        if (!(error instanceof DomainError)) throw error;
      });
    }
  }
}
