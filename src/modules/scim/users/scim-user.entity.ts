import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** The names of an organization's identity provider for a member. */
@Entity('scim_users')
@Index('scim_users_user_name_key', ['organizationId', 'userNameKey'], { unique: true })
@Index('scim_users_external_id_index', ['organizationId', 'externalId'])
export class ScimUserEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  /** As it was sent; null is the mail address. */
  @Column({ name: 'user_name', type: 'text', nullable: true })
  userName: string | null;

  /** In lower case. */
  @Column({ name: 'user_name_key', type: 'text', nullable: true })
  userNameKey: string | null;

  @Column({ name: 'external_id', type: 'text', nullable: true })
  externalId: string | null;

  @Column({ name: 'given_name', type: 'text', nullable: true })
  givenName: string | null;

  @Column({ name: 'family_name', type: 'text', nullable: true })
  familyName: string | null;

  /** True when the organization made the account, which it may change while nobody else uses it. */
  @Column({ name: 'is_own', type: 'boolean' })
  isOwn: boolean;
}
