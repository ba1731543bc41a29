import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Scheduled, onceAt } from '#platform/jobs/scheduled.js';
import { Logger } from '#platform/logging/logger.js';
import { SignInCodesRepository } from './codes/sign-in-codes.repository.js';
import { endsSoon } from './providers/certificates.js';
import { SamlProvidersRepository } from './providers/saml-providers.repository.js';
import { SamlSignInsRepository } from './sign-in/saml-sign-ins.repository.js';
import { SsoTestsRepository } from './tests/sso-tests.repository.js';

const LOOK_AFTER = 'saml.look-after';

/** Scheduled work: deletes old sign-ins and warns about certificates before they expire. */
@Injectable()
export class SamlJobs {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly providers: SamlProvidersRepository,
    private readonly signIns: SamlSignInsRepository,
    private readonly codes: SignInCodesRepository,
    private readonly tests: SsoTestsRepository,
  ) {}

  @Scheduled('29 4 * * *')
  async tick(): Promise<void> {
    await this.jobs.enqueue(LOOK_AFTER, {}, onceAt(this.clock.now()));
  }

  @OnJob(LOOK_AFTER)
  async check(): Promise<void> {
    const now = this.clock.now();
    await this.db.transaction(async () => {
      await this.signIns.deleteExpired(now);
      await this.codes.deleteExpired(now);
      await this.tests.deleteExpired(now);
    });
    for (const { id, organizationId, label, certificate } of await this.providers.listAllUsable()) {
      const end = endsSoon(certificate, now);
      if (end === null) continue;
      const message = 'The certificate of an identity provider ends soon: put its next one beside it in time';
      this.logger.warn(message, {
        provider: id,
        organization: organizationId,
        label,
        validUntil: end.toISOString(),
      });
    }
  }
}
