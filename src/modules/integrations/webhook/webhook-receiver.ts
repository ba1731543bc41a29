import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { BadRequest } from '#platform/http/errors.js';
import { FetchFailed, GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { postSigned } from '#platform/http-client/signed-delivery.js';
import { type DeliveryResult, type EventReceiver, EventReceivers } from '../events/event-receivers.js';
import type { IntegrationEvent } from '../events/integration-events.repository.js';
import type { CallPlace } from '../runtime/environment.js';
import { WEBHOOK } from './webhook.integration.js';
import { WebhookSecrets } from './webhook-secrets.js';

const RETRIES = 3;
const FIRST_PAUSE_MS = 1000;
/** Part of the pause that is left to chance, so that not all come back at once. */
const JITTER = 0.1;

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
    const { status, failure, isPassing } = await postSigned(this.client, url, {
      event: payload.type,
      id: payload.eventId,
      body: JSON.stringify(payload),
      secrets: (await this.secrets.of(installation.id)).map(({ secret }) => secret),
      now: this.clock.now(),
    });
    if (failure !== null) return this.failed(failure, !isPassing);
    return { failure: null, isFinal: false, logs: this.record('info', `The address answered ${status}.`) };
  }

  private failed(failure: string, isFinal: boolean): DeliveryResult {
    return { failure, isFinal, logs: this.record('error', failure) };
  }

  private record(level: 'info' | 'error', message: string): DeliveryResult['logs'] {
    return [{ level, message, timestamp: this.clock.now().toISOString() }];
  }
}
