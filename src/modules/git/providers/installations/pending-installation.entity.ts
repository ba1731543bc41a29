import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** Hosts that the contract knows. */
export type InstalledProvider = 'github' | 'gitlab';

/** Choices that were made so far. */
export interface PendingSettings {
  repositoryId?: string;
  /** Short name. */
  branch?: string;
  folder?: string;
  commitMessage?: string;
  priority?: 'git' | 'bindery';
  /** Web address of one's own GitLab. */
  host?: string;
}

/** Git Sync that was installed on a space or a site, and has no repository yet. Once it has one, a connection with this id takes its place. */
@Entity('git_pending_installations')
export class PendingInstallationEntity extends OrganizationItem {
  /** Null for one on a site. */
  @Column({ name: 'space_id', type: 'text', nullable: true })
  spaceId: string | null;

  /** Null for one on a space. */
  @Column({ name: 'site_id', type: 'text', nullable: true })
  siteId: string | null;

  @Column({ type: 'text' })
  provider: InstalledProvider;

  @JsonColumn()
  settings: PendingSettings;

  /** Sealed as that of the connection will be: a token. */
  @Column({ type: 'bytea', nullable: true })
  secret: Buffer | null;

  @Column({ name: 'created_by', type: 'text' })
  createdBy: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
