import { Injectable } from '@nestjs/common';
import type { Integration } from '../catalog/integrations.repository.js';
import type { CallPlace } from '../runtime/environment.js';
import type { LogLine } from '../runtime/log-socket.js';
import type { IntegrationEvent } from './integration-events.repository.js';

/** Result of passing an event on. */
export interface DeliveryResult {
  /** Null when it was taken. */
  failure: string | null;
  /** True when a retry would fail too. */
  isFinal: boolean;
  logs: LogLine[];
}

/** Takes the events of an integration that is part of the product, in place of a script. */
export interface EventReceiver {
  /** Name of the integration. */
  readonly name: string;
  /** Looks at settings before they are stored for a space or site. @throws BadRequest for what could never work. */
  check(configuration: Record<string, unknown>): void;
  /** True when a receiver with this configuration, of the installation on a space or site, gets such events. */
  wants(type: string, configuration: Record<string, unknown>): boolean;
  /** Never throws for what those outside do. */
  deliver(event: IntegrationEvent, place: CallPlace): Promise<DeliveryResult>;
  /** Milliseconds to wait before the next attempt, after so many; null when no attempt is left. */
  pauseAfter(attempts: number): number | null;
}

/** Receivers by the name of their integration; modules register theirs. */
@Injectable()
export class EventReceivers {
  private readonly receivers = new Map<string, EventReceiver>();

  register(receiver: EventReceiver): void {
    this.receivers.set(receiver.name, receiver);
  }

  of({ name, organizationId }: Pick<Integration, 'name' | 'organizationId'>): EventReceiver | undefined {
    return organizationId === null ? this.receivers.get(name) : undefined;
  }
}
