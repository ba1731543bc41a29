import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { DomainError } from '#platform/http/errors.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import type { AddressClaimEntity } from './address-claim.entity.js';
import { dueBefore } from './address-claim.state.js';
import { AddressClaimsRepository } from './address-claims.repository.js';
import { AddressClaims } from './address-claims.service.js';

export const CHECK_ADDRESSES = 'sites.check-addresses';
const BATCH = 100;
/** Looked at together: most of the time is waiting for name servers and websites, some of which never answer. */
const AT_ONCE = 10;

/** Looks for proofs again: for claims until they are proven, for proven addresses whether they still are. */
@Injectable()
export class AddressClaimsJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly repository: AddressClaimsRepository,
    private readonly claims: AddressClaims,
  ) {}

  @Scheduled('*/10 * * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(CHECK_ADDRESSES, {}, onceAt(this.clock.now()));
  }

  @OnJob(CHECK_ADDRESSES)
  async check(): Promise<void> {
    const due = await this.repository.listDue(dueBefore(this.clock.now()), BATCH);
    for (let first = 0; first < due.length; first += AT_ONCE)
      await Promise.all(due.slice(first, first + AT_ONCE).map((claim) => this.checkOne(claim)));
  }

  private async checkOne(claim: AddressClaimEntity): Promise<void> {
    await this.claims.check(claim).catch((error: unknown) => {
      // Somebody took the claim back meanwhile.
      if (!(error instanceof DomainError)) throw error;
    });
  }
}
