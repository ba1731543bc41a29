import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type {
  ContentSecurityPolicy,
  IntegrationBlock,
  IntegrationConfigurations,
  IntegrationContentSource,
} from './integration.types.js';
import type {
  IntegrationCategory,
  IntegrationRuntime,
  IntegrationScope,
  IntegrationTarget,
  IntegrationVisibility,
} from './integration.values.js';

/** An integration as it was published last. */
@Entity('integrations')
@Unique('integrations_name_key', ['name'])
@Index('integrations_organization_id_index', ['organizationId'])
@Index('integrations_script_hash_index', ['scriptHash'])
export class IntegrationEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  /** Names it in addresses, for all organizations. */
  @Column({ type: 'text' })
  name: string;

  /** The organization that published it; null for those that are part of the product. */
  @Column({ name: 'organization_id', type: 'text', nullable: true })
  organizationId: string | null;

  /** Counts its publications. */
  @Column({ type: 'integer' })
  version: number;

  @Column({ type: 'text' })
  runtime: IntegrationRuntime;

  /** Null where the product itself handles its events. */
  @Column({ name: 'script_hash', type: 'text', nullable: true })
  scriptHash: string | null;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text' })
  description: string;

  @Column({ type: 'text', nullable: true })
  summary: string | null;

  @Column({ type: 'text' })
  target: IntegrationTarget;

  @Column({ type: 'text' })
  visibility: IntegrationVisibility;

  @Column({ type: 'text', array: true })
  scopes: IntegrationScope[];

  @Column({ type: 'text', array: true })
  categories: IntegrationCategory[];

  @JsonColumn()
  blocks: IntegrationBlock[];

  @JsonColumn({ name: 'content_sources' })
  contentSources: IntegrationContentSource[];

  @JsonColumn()
  configurations: IntegrationConfigurations;

  @JsonColumn({ name: 'external_links' })
  externalLinks: { url: string; label: string }[];

  @JsonColumn({ name: 'content_security_policy', nullable: true })
  contentSecurityPolicy: ContentSecurityPolicy | null;

  /** Digest of the picture in storage, and its format: `<sha256>.png`. */
  @Column({ name: 'icon_blob', type: 'text', nullable: true })
  iconBlob: string | null;

  @Column({ name: 'preview_blobs', type: 'text', array: true })
  previewBlobs: string[];

  /** Name to value, as JSON, sealed. */
  @Column({ name: 'sealed_secrets', type: 'bytea', nullable: true })
  sealedSecrets: Buffer | null;

  /** Hosts of the addresses that become blocks of it; derived from those. */
  @Column({ name: 'block_domains', type: 'text', array: true, default: [] })
  blockDomains: string[];

  /** Address that receives events while its author develops it. */
  @Column({ name: 'dev_tunnel_url', type: 'text', nullable: true })
  devTunnelUrl: string | null;

  /** True when events of all organizations go there, not only those of the author's. */
  @Column({ name: 'dev_all', type: 'boolean', default: false })
  devAll: boolean;

  /** Since then it is there only for the events that tell it of its end. */
  @Column({ name: 'unpublished_at', type: 'timestamptz', precision: 3, nullable: true })
  unpublishedAt: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
