import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Role, ROLES } from '#platform/http/actor.js';

export const PROVIDER_STATUSES = ['active', 'pending'] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

/** An identity provider (SAML 2.0) that vouches for members of one organization. */
@Entity('saml_providers')
@Index('saml_providers_organization_id_index', ['organizationId', 'createdAt', 'id'])
export class SamlProviderEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @Column({ type: 'text' })
  label: string;

  /** Address for sign-ins; empty until it is known, as are the next two. */
  @Column({ name: 'sso_url', type: 'text' })
  ssoUrl: string;

  /** Entity id of the provider. */
  @Column({ name: 'entity_id', type: 'text' })
  entityId: string;

  /** PEM blocks, several while keys rotate. */
  @Column({ type: 'text' })
  certificate: string;

  /** The team newcomers are put into; it may be gone. */
  @Column({ name: 'default_team_id', type: 'text', nullable: true })
  defaultTeamId: string | null;

  /** The role of newcomers; null makes them guests. */
  @Column({ name: 'default_role', type: 'enum', enum: ROLES, enumName: 'member_role', nullable: true })
  defaultRole: Role | null;

  /** Allows sign-ins that begin at the provider. */
  @Column({ name: 'idp_initiated', type: 'boolean' })
  idpInitiated: boolean;

  /** `active` once somebody has signed in through it as it is set up now. */
  @Column({ type: 'text' })
  status: ProviderStatus;

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
