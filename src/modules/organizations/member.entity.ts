import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Role, ROLES } from '#platform/http/actor.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** That a user belongs to an organization, and as what. */
@Entity('organization_members')
@Index('organization_members_user_id_index', ['userId'])
@Index('organization_members_joined_at_index', ['organizationId', 'joinedAt', 'userId'])
@Index('organization_members_last_seen_at_index', ['organizationId', 'lastSeenAt', 'userId'])
export class MemberEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  /** Null is a guest: sees only what was granted. */
  @Column({ type: 'enum', enum: ROLES, enumName: 'member_role', nullable: true })
  role: Role | null;

  /** A disabled membership gives nothing until it is enabled again. */
  @Column({ type: 'boolean' })
  disabled: boolean;

  @Column({ type: 'boolean' })
  sso: boolean;

  @Column({ name: 'joined_at', type: 'timestamptz', precision: 3 })
  joinedAt: Date;

  /** In this organization; exact to some minutes. */
  @Column({ name: 'last_seen_at', type: 'timestamptz', precision: 3, nullable: true })
  lastSeenAt: Date | null;
}
