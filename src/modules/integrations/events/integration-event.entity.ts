import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { LogLine } from '../runtime/log-socket.js';

/** `failed` is tried again at its time; `dead` no more, unless somebody asks for it. */
export type EventState = 'waiting' | 'success' | 'failed' | 'dead';

/** Payload for a script: an `Event` of the published contract, or a task. */
export type EventPayload = { eventId: string; type: string } & Record<string, unknown>;

/** Something an integration is told, and what came of it. */
@Entity('integration_events')
@Index('integration_events_list_index', ['integrationId', 'createdAt', 'id'])
@Index('integration_events_organization_index', ['organizationId', 'integrationId', 'createdAt', 'id'])
@Index('integration_events_age_index', ['createdAt'])
@Index('integration_events_queue_index', ['queue', 'sequence'], { where: `state in ('waiting', 'failed')` })
export class IntegrationEventEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'integration_id', type: 'text' })
  integrationId: string;

  @Column({ name: 'installation_id', type: 'text', nullable: true })
  installationId: string | null;

  /** Whose installation it is about. */
  @Column({ name: 'organization_id', type: 'text', nullable: true })
  organizationId: string | null;

  /** Events of one queue are delivered one after the other: those of an installation, or of the integration as such. */
  @Column({ type: 'text' })
  queue: string;

  /** The order of a queue's events. */
  @Column({ type: 'bigint', generated: 'identity' })
  sequence: string;

  @Column({ type: 'text' })
  type: string;

  @JsonColumn()
  payload: EventPayload;

  @Column({ type: 'text' })
  state: EventState;

  @Column({ type: 'integer', default: 0 })
  attempts: number;

  @Column({ name: 'due_at', type: 'timestamptz', precision: 3 })
  dueAt: Date;

  /** Why the last attempt failed. */
  @Column({ type: 'text', nullable: true })
  failure: string | null;

  /** Log lines of the script in the last attempt. */
  @JsonColumn({ default: [] })
  logs: LogLine[];

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', precision: 3, nullable: true })
  finishedAt: Date | null;
}
