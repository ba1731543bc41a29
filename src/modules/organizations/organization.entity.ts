import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { type Role, ROLES } from '#platform/http/actor.js';
import type { MergeRules } from './merge-rules.dto.js';

/** A tenant: owns spaces, collections and sites; its members have roles. */
@Entity('organizations')
@Unique('organizations_hostname_key', ['hostname'])
export class OrganizationEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ type: 'text' })
  title: string;

  /** First label of its sites' address under SITES_DOMAIN, or first path segment below /sites. */
  @Column({ type: 'text' })
  hostname: string;

  @Column({ type: 'text' })
  type: string;

  @Column({ name: 'use_case', type: 'text', nullable: true })
  useCase: string | null;

  @Column({ name: 'email_domains', type: 'text', array: true })
  emailDomains: string[];

  /** Role of those who join by themselves; null makes them guests. */
  @Column({
    name: 'default_role',
    type: 'enum',
    enum: ROLES,
    enumName: 'member_role',
    nullable: true,
  })
  defaultRole: Role | null;

  /** The site that a visitor of the hostname without a path is shown. */
  @Column({ name: 'default_site_id', type: 'text', nullable: true })
  defaultSiteId: string | null;

  @Column({ name: 'logo_url', type: 'text', nullable: true })
  logoUrl: string | null;

  @Column({ type: 'boolean' })
  sso: boolean;

  @Column({ type: 'boolean' })
  ai: boolean;

  @Column({ name: 'invite_links', type: 'boolean' })
  inviteLinks: boolean;

  @JsonColumn({ name: 'merge_rules' })
  mergeRules: MergeRules;

  /** Counts changes of what readers of its sites see: part of the version of each site. */
  @Column({ name: 'public_version', type: 'integer' })
  publicVersion: number;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
