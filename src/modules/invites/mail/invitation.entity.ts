import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { type Role, ROLES } from '#platform/http/actor.js';

/** That somebody whose address nobody here has yet was invited, until they accept or it is revoked. */
@Entity('invitations')
@Unique('invitations_email_key', ['organizationId', 'email'])
@Index('invitations_created_at_index', ['organizationId', 'createdAt', 'id'])
@Index('invitations_email_index', ['email'])
export class InvitationEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'organization_id', type: 'text' })
  organizationId: string;

  /** In lower case. */
  @Column({ type: 'text' })
  email: string;

  /** Null: a guest. */
  @Column({ type: 'enum', enum: ROLES, enumName: 'member_role', nullable: true })
  role: Role | null;

  /** True when the membership will count through single sign-on only. */
  @Column({ type: 'boolean' })
  sso: boolean;

  /** Id of the user; null after that user was deleted. */
  @Column({ name: 'invited_by', type: 'text', nullable: true })
  invitedBy: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** When it was last made or sent: what was mailed before is worth nothing any more. */
  @Column({ name: 'renewed_at', type: 'timestamptz', precision: 3 })
  renewedAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
