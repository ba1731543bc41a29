import type { AuditActorType, AuditSource } from './audit-event.types.js';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** One change that somebody made in an organization. Written once, never changed. */
@Entity('audit_events')
@Index('audit_events_occurred_at_index', ['organizationId', 'occurredAt', 'id'])
@Index('audit_events_target_index', ['organizationId', 'targetId', 'occurredAt'])
@Index('audit_events_actor_index', ['organizationId', 'actorId', 'occurredAt'])
@Index('audit_events_action_index', ['organizationId', 'action', 'occurredAt'])
@Index('audit_events_address_index', ['organizationId', 'address', 'occurredAt'], {
  where: 'address is not null',
})
@Index('audit_events_changes_index', ['organizationId', 'occurredAt', 'id'], {
  where: "action <> 'user.signed-in'",
})
export class AuditEventEntity extends OrganizationRow {
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

  /** Member of the target to what it was before and after; only what may be shown. */
  @JsonColumn()
  changes: Record<string, { before?: unknown; after?: unknown }>;
}
