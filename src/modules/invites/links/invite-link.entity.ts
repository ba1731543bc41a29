import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Role, ROLES } from '#platform/http/actor.js';

/** An address that lets whoever has it into an organization, or as a guest into one space or collection of it. */
@Entity('invite_links')
@Index('invite_links_created_at_index', ['organizationId', 'createdAt', 'id'])
@Index('invite_links_space_index', ['organizationId', 'spaceId'])
@Index('invite_links_collection_index', ['organizationId', 'collectionId'])
export class InviteLinkEntity {
  /** The secret of the address. Kept as it is, because it is shown again to those who may invite. */
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'organization_id', type: 'text' })
  organizationId: string;

  /** Set for a link to a space. */
  @Column({ name: 'space_id', type: 'text', nullable: true })
  spaceId: string | null;

  /** Set for a link to a collection. */
  @Column({ name: 'collection_id', type: 'text', nullable: true })
  collectionId: string | null;

  /** The role in the organization (null: a guest), or the level on the space or collection. */
  @Column({ type: 'enum', enum: ROLES, enumName: 'member_role', nullable: true })
  role: Role | null;

  @Column({ name: 'created_by', type: 'text' })
  createdBy: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true })
  expiresAt: Date | null;

  @Column({ name: 'max_uses', type: 'integer', nullable: true })
  maxUses: number | null;

  /** Number of people to whom the link gave a membership or a stronger role. */
  @Column({ type: 'integer' })
  uses: number;
}
