import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { type Role, ROLES } from '#platform/http/actor.js';

/**
 * That somebody who is not in yet was invited to an organization, or as a guest to a space, collection or site of it, until they accept
 * or it is revoked.
 */
@Entity('invitations')
// Nulls are not distinct: an address has one invitation to the organization, and one to each place.
@Unique('invitations_email_key', ['organizationId', 'email', 'spaceId', 'collectionId', 'siteId'])
@Index('invitations_created_at_index', ['organizationId', 'createdAt', 'id'])
@Index('invitations_email_index', ['email'])
@Index('invitations_space_index', ['organizationId', 'spaceId', 'createdAt', 'id'])
@Index('invitations_collection_index', ['organizationId', 'collectionId', 'createdAt', 'id'])
@Index('invitations_site_index', ['organizationId', 'siteId', 'createdAt', 'id'])
export class InvitationEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'organization_id', type: 'text' })
  organizationId: string;

  /** In lower case. */
  @Column({ type: 'text' })
  email: string;

  /** Set for an invitation to a space. */
  @Column({ name: 'space_id', type: 'text', nullable: true })
  spaceId: string | null;

  /** Set for an invitation to a collection. */
  @Column({ name: 'collection_id', type: 'text', nullable: true })
  collectionId: string | null;

  /** Set for an invitation to a site. */
  @Column({ name: 'site_id', type: 'text', nullable: true })
  siteId: string | null;

  /** The role in the organization (null: a guest), or the level on the space, collection or site. */
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
