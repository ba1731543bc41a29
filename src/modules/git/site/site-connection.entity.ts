import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { RepositoryLinkEntity } from '../sync/git-connection.entity.js';
import type { SiteKeys } from './structure/first-keys.js';
import type { SiteShape } from './structure/site-shape.js';

/** A commit of the structure that was made and may have been pushed already when the process ended. */
export interface PendingStructure {
  commit: string;
  shape: SiteShape;
}

/**
 * A site whose structure stays the same as `gitbook-docs.yaml` in a repository. Its spaces have connections of their own, which take
 * repository, branch, secret and settings from this one.
 */
@Entity('git_site_connections')
export class SiteConnectionEntity extends RepositoryLinkEntity {
  @Column({ name: 'site_id', type: 'text' })
  siteId: string;

  /** The newest commit of the branch when both sides were the same last. */
  @Column({ name: 'base_commit', type: 'text', nullable: true })
  baseCommit: string | null;

  /** The structure that both sides had in common last; null before the first run. */
  @JsonColumn({ name: 'base_shape', nullable: true })
  baseShape: SiteShape | null;

  /** Ids of the parts that the keys of the file mean. */
  @JsonColumn()
  keys: SiteKeys;

  /** Folders that spaces had when their sync ended, by the ids of the spaces. */
  @JsonColumn({ name: 'former_folders', default: {} })
  formerFolders: Record<string, string>;

  @JsonColumn({ nullable: true })
  pushing: PendingStructure | null;
}
