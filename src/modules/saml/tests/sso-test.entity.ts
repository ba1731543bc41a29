import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A test of an identity provider by an administrator. It ends with the session in which it began. */
@Entity('sso_tests')
export class SsoTestEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  /** The request at the provider: the state of OpenID Connect, or the ID of the AuthnRequest. */
  @Index('sso_tests_request_index', { unique: true })
  @Column({ type: 'text' })
  request: string;

  @Index('sso_tests_organization_id_index')
  @Column({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @Column({ name: 'provider_id', type: 'text' })
  providerId: string;

  @Column({ type: 'text' })
  protocol: 'oidc' | 'saml';

  /** The administrator. */
  @Column({ name: 'user_id', type: 'text' })
  userId: string;

  /** The administrator's session, the only one that sees the outcome. */
  @Index('sso_tests_token_id_index')
  @Column({ name: 'token_id', type: 'text' })
  tokenId: string;

  /** Sealed, as it holds what a provider says about a person; null until the provider answered. */
  @Column({ type: 'bytea', nullable: true })
  outcome: Buffer | null;

  @Index('sso_tests_expires_at_index')
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
