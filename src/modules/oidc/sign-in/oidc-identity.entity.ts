import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Which member somebody is whom a provider knows by a subject. */
@Entity('oidc_identities')
@Index('oidc_identities_member_index', ['organizationId', 'userId'])
export class OidcIdentityEntity {
  @PrimaryColumn({ name: 'provider_id', type: 'text' })
  providerId: string;

  @PrimaryColumn({ type: 'text' })
  subject: string;

  @Column({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @Column({ name: 'user_id', type: 'text' })
  userId: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
