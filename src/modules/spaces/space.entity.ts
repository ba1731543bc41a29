import type { DefaultLevel } from '#modules/access/index.js';
import type { SpaceMergeRules } from '#modules/organizations/index.js';
import { Column, Entity, Index, Unique } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';
import type { SpaceGitSync } from './space-git-sync.js';
import type { EditMode, PublishedVisibility } from './space.values.js';

/** A space: a container of content, with a pointer at its current revision. */
@Entity('spaces')
@Unique('spaces_id_key', ['id'])
@Index('spaces_parent_index', ['organizationId', 'parentId', 'position'])
@Index('spaces_list_index', ['organizationId', 'position', 'id'], { where: 'deleted_at is null' })
@Index('spaces_own_rules_index', ['organizationId', 'position', 'id'], {
  where: "deleted_at is null and merge_rules ->> 'type' <> 'inherit'",
})
@Index('spaces_bin_index', ['organizationId', 'deletedAt', 'id'], { where: 'deleted_at is not null' })
@Index('spaces_deleted_index', ['deletedAt'], { where: 'deleted_at is not null' })
export class SpaceEntity extends OrganizationItem {
  /** Null at the root of the organization. */
  @Column({ name: 'parent_id', type: 'text', nullable: true })
  parentId: string | null;

  /** Fractional key; unique among the spaces (deleted ones too) and collections of one parent. */
  @Column({ type: 'text', collation: 'C' })
  position: string;

  @Column({ type: 'text' })
  title: string;

  /** Empty for a space without an emoji. */
  @Column({ type: 'text' })
  emoji: string;

  @Column({ type: 'text', nullable: true })
  icon: string | null;

  @Column({ name: 'edit_mode', type: 'text' })
  editMode: EditMode;

  @Column({ name: 'default_level', type: 'text', nullable: true })
  defaultLevel: DefaultLevel;

  @Column({ type: 'text', nullable: true })
  language: string | null;

  @JsonColumn({ name: 'merge_rules' })
  mergeRules: SpaceMergeRules;

  @Column({ name: 'revision_id', type: 'text' })
  revisionId: string;

  /** Snapshot of that revision, a copy so that reads need no query for the revision. */
  @Column({ type: 'text' })
  snapshot: string;

  /** The repository that the space is synced with, as the API shows it. */
  @JsonColumn({ name: 'git_sync', nullable: true })
  gitSync: SpaceGitSync | null;

  /** Set by the site that shows the space; null without such a site. */
  @Column({ name: 'published_visibility', type: 'text', nullable: true })
  publishedVisibility: PublishedVisibility | null;

  @Column({ name: 'published_url', type: 'text', nullable: true })
  publishedUrl: string | null;

  /** Name of the integration that signs in visitors of the site, if one does; set by the site. */
  @Column({ name: 'published_integration', type: 'text', nullable: true })
  publishedIntegration: string | null;

  @Column({ name: 'comments_open', type: 'integer' })
  commentsOpen: number;

  @Column({ name: 'change_requests', type: 'integer' })
  changeRequests: number;

  @Column({ name: 'change_requests_open', type: 'integer' })
  changeRequestsOpen: number;

  @Column({ name: 'change_requests_draft', type: 'integer' })
  changeRequestsDraft: number;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Null for a space that is not archived; the collection that it was archived with has the same time. */
  @Column({ name: 'archived_at', type: 'timestamptz', precision: 3, nullable: true })
  archivedAt: Date | null;

  /** Set by a deletion; the space can be restored for seven days. */
  @Column({ name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true })
  deletedAt: Date | null;

  /** Id of the user who deleted it; null when it is not deleted, or nobody knows any more. */
  @Column({ name: 'deleted_by', type: 'text', nullable: true })
  deletedBy: string | null;
}
