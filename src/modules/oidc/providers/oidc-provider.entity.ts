import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Role, ROLES } from '#platform/http/actor.js';

/** `github`: OAuth 2 of GitHub, which has no identity tokens; everything else is OpenID Connect. */
export const OIDC_KINDS = ['oidc', 'github'] as const;
export type OidcKind = (typeof OIDC_KINDS)[number];

export const OIDC_STATUSES = ['active', 'pending'] as const;
export type OidcStatus = (typeof OIDC_STATUSES)[number];

/** An identity provider (OpenID Connect) that vouches for members of one organization. */
@Entity('oidc_providers')
@Index('oidc_providers_organization_id_index', ['organizationId', 'createdAt', 'id'])
export class OidcProviderEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @Column({ type: 'text' })
  kind: OidcKind;

  @Column({ type: 'text' })
  label: string;

  /** Address that the provider calls itself, below which its configuration is; of GitHub the address of the server. */
  @Column({ type: 'text' })
  issuer: string;

  @Column({ name: 'client_id', type: 'text' })
  clientId: string;

  /** Sealed; null for a client without a secret. */
  @Column({ name: 'client_secret', type: 'bytea', nullable: true })
  clientSecret: Buffer | null;

  /** The team newcomers are put into; it may be gone. */
  @Column({ name: 'default_team_id', type: 'text', nullable: true })
  defaultTeamId: string | null;

  /** The role of newcomers; null makes them guests. */
  @Column({ name: 'default_role', type: 'enum', enum: ROLES, enumName: 'member_role', nullable: true })
  defaultRole: Role | null;

  /** `active` once a test or a sign-in went well as it is set up now; only then it is offered. */
  @Column({ type: 'text' })
  status: OidcStatus;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
