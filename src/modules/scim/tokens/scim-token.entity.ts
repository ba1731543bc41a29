import { Column, Entity, Index } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';
import { type Role, ROLES } from '#platform/http/actor.js';

/** A token with which an identity provider looks after the members and teams of one organization. */
@Entity('scim_tokens')
@Index('scim_tokens_token_hash_key', ['tokenHash'], { unique: true })
export class ScimTokenEntity extends OrganizationItem {
  @Column({ type: 'text' })
  label: string;

  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash: Buffer;

  /** The role of members that it makes; null makes them guests. */
  @Column({ name: 'default_role', type: 'enum', enum: ROLES, enumName: 'member_role', nullable: true })
  defaultRole: Role | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Exact to some minutes. */
  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;
}
