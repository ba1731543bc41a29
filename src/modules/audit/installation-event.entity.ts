import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { AuditActorType, AuditSource } from './audit-event.types.js';

/** A change that an operator made to the whole installation, which belongs to no organization. Written once, never changed. */
@Entity('installation_events')
@Index('installation_events_occurred_at_index', ['occurredAt', 'id'])
export class InstallationEventEntity {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'occurred_at', type: 'timestamptz', precision: 3 })
  occurredAt: Date;

  @Column({ type: 'text' })
  action: string;

  @Column({ name: 'actor_type', type: 'text' })
  actorType: AuditActorType;

  @Column({ name: 'actor_id', type: 'text' })
  actorId: string;

  /** Name of the actor at that time. */
  @Column({ name: 'actor_label', type: 'text', nullable: true })
  actorLabel: string | null;

  @Column({ type: 'text' })
  source: AuditSource;

  @Column({ name: 'request_id', type: 'text', nullable: true })
  requestId: string | null;

  /** Network address that the request came from. */
  @Column({ type: 'text', nullable: true })
  address: string | null;

  @Column({ name: 'target_type', type: 'text' })
  targetType: string;

  @Column({ name: 'target_id', type: 'text' })
  targetId: string;

  /** Name of the target at that time. */
  @Column({ name: 'target_label', type: 'text', nullable: true })
  targetLabel: string | null;

  /** Member of the target to what it was before and after; only what operators may see. */
  @JsonColumn()
  changes: Record<string, { before?: unknown; after?: unknown }>;
}
