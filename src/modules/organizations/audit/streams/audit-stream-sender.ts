import { Injectable } from '@nestjs/common';
import type { AuditStream } from '#modules/audit/index.js';
import { Clock } from '#platform/clock/clock.js';
import { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { type DeliveryOutcome, postSigned } from '#platform/http-client/signed-delivery.js';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { secretContext } from './audit-stream-secrets.js';

/** Posts entries of an audit log to a stream, signed. */
@Injectable()
export class AuditStreamSender {
  constructor(
    private readonly client: GuardedFetch,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  /** @param items entries as JSON; none makes a delivery that says that it is a test. */
  async send(stream: AuditStream, items: readonly string[]): Promise<DeliveryOutcome> {
    const isTest = items.length === 0;
    const head = JSON.stringify({ object: 'audit-event-batch', stream: stream.id, test: isTest });
    return postSigned(this.client, stream.url, {
      event: 'audit_events',
      body: `${head.slice(0, -1)},"items":[${items.join(',')}]}`,
      secrets: await this.secretsOf(stream),
      now: this.clock.now(),
    });
  }

  private async secretsOf(stream: AuditStream): Promise<string[]> {
    const { secret, oldSecret, oldSecretUntil } = stream;
    const isOldGood = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > this.clock.now();
    const sealed = isOldGood ? [secret, oldSecret] : [secret];
    return Promise.all(sealed.map((one) => this.box.open(one, secretContext(stream))));
  }
}
