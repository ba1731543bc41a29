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

  /** `active` once a sign-in went well as it is set up now, or it was switched on; only then it is offered. */
  @Column({ type: 'text' })
  status: OidcStatus;

  /** False for one that counts for nothing: nobody signs in with it, and it is offered to nobody. */
  @Column({ type: 'boolean', default: true })
  enabled: boolean;

  /** When a test last went well; null without one. */
  @Column({ name: 'tested_at', type: 'timestamptz', precision: 3, nullable: true })
  testedAt: Date | null;

  /** Hash of the settings with which it did. */
  @Column({ name: 'tested_settings', type: 'bytea', nullable: true })
  testedSettings: Buffer | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
