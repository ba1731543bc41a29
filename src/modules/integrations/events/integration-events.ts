import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { newId } from '#platform/ids/ids.js';
import type { NewEvent } from '../runtime/script-calls.js';
import { Deliveries } from './deliveries.js';
import { IntegrationEventsRepository } from './integration-events.repository.js';

/** Something an integration shall be told. */
export interface EventToTell {
  integrationId: string;
  /** Null for what is about the integration as such. */
  installationId: string | null;
  /** Of the installation. */
  organizationId: string | null;
  payload: NewEvent;
  /** None is told sooner than this. */
  delaySeconds?: number;
}

/** Tells integrations what happened: recorded with it, delivered at least once, in order for each installation. */
@Injectable()
export class IntegrationEvents {
  constructor(
    private readonly db: Database,
    private readonly events: IntegrationEventsRepository,
    private readonly deliveries: Deliveries,
    private readonly clock: Clock,
  ) {}

  /** @throws Error outside of a transaction: what is told must have happened, and what happened must be told. */
  async emit(events: readonly EventToTell[]): Promise<void> {
    if (events.length === 0) return;
    if (!this.db.inTransaction)
      throw new Error('Events are recorded in the transaction of what caused them.');
    const now = this.clock.now();
    const rows = events.map(({ payload, delaySeconds = 0, ...whose }) => {
      const id = newId();
      const dueAt = new Date(now.getTime() + delaySeconds * 1000);
      return {
        ...whose,
        id,
        type: payload.type,
        payload: { ...payload, eventId: id },
        dueAt,
        createdAt: now,
      };
    });
    await this.events.insertQueued(rows);
    const queues = new Set(rows.map(({ installationId, integrationId }) => installationId ?? integrationId));
    this.db.afterCommit(() => queues.forEach((queue) => this.deliveries.wake(queue)));
  }
}
