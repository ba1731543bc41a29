import { Column, Entity } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

export const SITE_VISIBILITIES = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
export type SiteVisibility = (typeof SITE_VISIBILITIES)[number];

export const SITE_TYPES = [
  'basic',
  'premium',
  'ultimate',
  'sponsored',
  'legacy-basic',
  'legacy-premium',
] as const;
export type SiteType = (typeof SITE_TYPES)[number];

export const AGENTS_CONTEXTS = ['excluded', 'included'] as const;
export type AgentsContext = (typeof AGENTS_CONTEXTS)[number];

export const ADS_TOPICS = ['webdev', 'crypto'] as const;
export type AdsTopic = (typeof ADS_TOPICS)[number];

/** A published (or publishable) set of spaces with an address and an audience. */
@Entity('sites')
export class SiteEntity extends OrganizationItem {
  @Column({ type: 'text' })
  type: SiteType;

  @Column({ type: 'text' })
  title: string;

  /** Last part of the site's address below the organization's hostname; unique in the organization. */
  @Column({ type: 'text' })
  basename: string;

  @Column({ type: 'text' })
  visibility: SiteVisibility;

  @Column({ type: 'boolean' })
  published: boolean;

  /** Topic of the content, for ads; null while the site is not submitted for them. */
  @Column({ name: 'ads_topic', type: 'text', nullable: true })
  adsTopic: AdsTopic | null;

  /** True when claims of visitors decide what they see. */
  @Column({ name: 'adaptive_content', type: 'boolean' })
  adaptiveContent: boolean;

  /** Decides whether agents are served: llms.txt, Markdown, MCP. */
  @Column({ name: 'agents_context', type: 'text' })
  agentsContext: AgentsContext;

  /** Key with which the organization's own sign-in signs the tokens of visitors; the database makes the first one. */
  @Column({
    name: 'visitor_key',
    type: 'text',
    default: () => "replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')",
  })
  visitorKey: string;

  /** Address to which visitors without a valid token are sent; null for a page that says so. */
  @Column({ name: 'visitor_fallback_url', type: 'text', nullable: true })
  visitorFallbackUrl: string | null;

  /** Sign-in of visitors: a service of the organization, or an integration that is installed on the site. */
  @Column({ name: 'visitor_backend', type: 'text', default: 'custom' })
  visitorBackend: 'custom' | 'integration';

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Counts every change of the site, its structure and its settings; what readers get is cached under it. */
  @Column({ type: 'bigint' })
  version: string;
}
