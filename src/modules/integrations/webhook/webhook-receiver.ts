import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { BadRequest } from '#platform/http/errors.js';
import { type FetchFailure, FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { type DeliveryResult, type EventReceiver, EventReceivers } from '../events/event-receivers.js';
import type { IntegrationEvent } from '../events/integration-events.repository.js';
import type { CallPlace } from '../runtime/environment.js';
import { WEBHOOK } from './webhook.integration.js';
import { WebhookSecrets } from './webhook-secrets.js';

const TIMEOUT_MS = 10_000;
const RETRIES = 3;
const FIRST_PAUSE_MS = 1000;
/** Part of the pause that is left to chance, so that not all come back at once. */
const JITTER = 0.1;
/** Temporary failures. */
const PASSING: FetchFailure[] = ['unreachable', 'timeout'];

/** Posts events to the addresses that spaces and sites have for that. */
@Injectable()
export class WebhookReceiver implements EventReceiver {
  readonly name = WEBHOOK;

  constructor(
    receivers: EventReceivers,
    private readonly secrets: WebhookSecrets,
    private readonly client: GuardedFetch,
    private readonly clock: Clock,
  ) {
    receivers.register(this);
  }

  /** The address of a host may change, so it is checked again with each delivery. */
  check({ url }: Record<string, unknown>): void {
    if (typeof url !== 'string' || url === '') return;
    try {
      this.client.parse(url);
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      throw new BadRequest(`configuration.url: ${error.message}; name one that others can reach.`);
    }
  }

  wants(type: string, configuration: Record<string, unknown>): boolean {
    return configuration[type] === true;
  }

  pauseAfter(attempts: number): number | null {
    if (attempts > RETRIES) return null;
    return Math.round(FIRST_PAUSE_MS * 2 ** (attempts - 1) * (1 + Math.random() * JITTER));
  }

  async deliver({ payload }: IntegrationEvent, { installation, target }: CallPlace): Promise<DeliveryResult> {
    const url = target?.configuration['url'];
    if (!installation || typeof url !== 'string') return this.failed('No address is set.', true);
    const body = JSON.stringify(payload);
    try {
      const { status, body: answer } = await this.client.fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Bindery-Webhook',
          'x-bindery-event': payload.type,
          'x-bindery-delivery': payload.eventId,
          'x-bindery-signature': await this.signatureOf(installation.id, body),
        },
        body,
        maxBytes: 0,
        timeoutMs: TIMEOUT_MS,
        // A redirect would turn the event into a question.
        maxRedirects: 0,
        anyStatus: true,
      });
      // The body of the answer is ignored.
      answer.on('error', () => undefined).destroy();
      if (status >= 200 && status < 300)
        return { failure: null, isFinal: false, logs: this.record('info', status) };
      return this.failed(`The address answered ${status}.`, status < 500 && status !== 429);
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      return this.failed(`The event could not be posted: ${error.message}.`, !PASSING.includes(error.reason));
    }
  }

  /** `t=<unix seconds>,v1=<HMAC-SHA256 of "<t>.<body>", hexadecimal>`, with a `v1` for each secret, newest first. */
  private async signatureOf(installationId: string, body: string): Promise<string> {
    const time = Math.floor(this.clock.now().getTime() / 1000);
    const signatures = (await this.secrets.of(installationId)).map(
      ({ secret }) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
    );
    return [`t=${time}`, ...signatures].join(',');
  }

  private failed(failure: string, isFinal: boolean): DeliveryResult {
    return { failure, isFinal, logs: this.record('error', failure) };
  }

  private record(level: 'info' | 'error', said: string | number): DeliveryResult['logs'] {
    const message = typeof said === 'number' ? `The address answered ${said}.` : said;
    return [{ level, message, timestamp: this.clock.now().toISOString() }];
  }
}
