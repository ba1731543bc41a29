import { Column, Entity } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** An address to which the entries of an organization's audit log are posted. */
@Entity('audit_streams')
export class AuditStreamEntity extends OrganizationItem {
  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text' })
  url: string;

  /** Secret that signs deliveries. */
  @Column({ type: 'bytea' })
  secret: Buffer;

  /** The secret before, which signs too for a while. */
  @Column({ name: 'old_secret', type: 'bytea', nullable: true })
  oldSecret: Buffer | null;

  @Column({ name: 'old_secret_until', type: 'timestamptz', precision: 3, nullable: true })
  oldSecretUntil: Date | null;

  @Column({ name: 'is_paused', type: 'boolean' })
  isPaused: boolean;

  /** Failed attempts since the last success. */
  @Column({ type: 'integer' })
  failures: number;

  @Column({ name: 'last_failure', type: 'text', nullable: true })
  lastFailure: string | null;

  @Column({ name: 'last_failure_at', type: 'timestamptz', precision: 3, nullable: true })
  lastFailureAt: Date | null;

  /** The time of the next attempt after a failure. */
  @Column({ name: 'next_attempt_at', type: 'timestamptz', precision: 3, nullable: true })
  nextAttemptAt: Date | null;

  @Column({ name: 'delivered_at', type: 'timestamptz', precision: 3, nullable: true })
  deliveredAt: Date | null;

  /** Id of the last entry that was delivered. */
  @Column({ name: 'delivered_event_id', type: 'uuid', nullable: true })
  deliveredEventId: string | null;

  /** The run that delivers at the moment. */
  @Column({ name: 'held_by', type: 'text', nullable: true })
  heldBy: string | null;

  @Column({ name: 'held_until', type: 'timestamptz', precision: 3, nullable: true })
  heldUntil: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
