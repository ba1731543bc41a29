import type { JSONDocument } from '#modules/documents/index.js';
import { Column, Entity, Index, Unique } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

export const CHANGE_REQUEST_STATUSES = ['draft', 'open', 'archived', 'merged'] as const;
export type ChangeRequestStatus = (typeof CHANGE_REQUEST_STATUSES)[number];

/** A proposed change of a space: a branch that starts at a revision of the space. */
@Entity('change_requests')
@Unique('change_requests_number_key', ['organizationId', 'spaceId', 'number'])
@Index('change_requests_space_idx', ['organizationId', 'spaceId', 'status', 'createdAt', 'id'])
@Index('change_requests_status_idx', ['organizationId', 'status', 'createdAt', 'id'])
@Index('change_requests_space_updated_idx', ['organizationId', 'spaceId', 'updatedAt', 'id'])
@Index('change_requests_updated_idx', ['organizationId', 'updatedAt', 'id'])
@Index('change_requests_creator_idx', ['organizationId', 'createdBy', 'createdAt'])
@Index('change_requests_cluster_idx', ['organizationId', 'conversationsIssuesCluster'], {
  where: 'conversations_issues_cluster is not null',
})
export class ChangeRequestEntity extends OrganizationItem {
  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** Counts up from 1 within the space, without gaps. */
  @Column({ type: 'int' })
  number: number;

  @Column({ type: 'text' })
  status: ChangeRequestStatus;

  @Column({ type: 'text' })
  subject: string;

  @JsonColumn({ nullable: true })
  description: JSONDocument | null;

  @Column({ name: 'created_by', type: 'text' })
  createdBy: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Number of open comments; the comments module sets it. */
  @Column({ name: 'comments_open', type: 'int', default: 0 })
  commentsOpen: number;

  /** Head of its branch. */
  @Column({ name: 'revision_id', type: 'text' })
  revisionId: string;

  /** Content of `revisionId`, a copy so that reads need no query for the revision. */
  @Column({ type: 'text' })
  snapshot: string;

  /** Revision of the space on which it was started. */
  @Column({ name: 'revision_initial_id', type: 'text' })
  revisionInitialId: string;

  /** Revision of the space that the last update brought in; null before the first. */
  @Column({ name: 'revision_merged_ancestor_id', type: 'text', nullable: true })
  revisionMergedAncestorId: string | null;

  /** Revision of the space that its merge made. */
  @Column({ name: 'revision_merged_id', type: 'text', nullable: true })
  revisionMergedId: string | null;

  @Column({ name: 'merged_by', type: 'text', nullable: true })
  mergedBy: string | null;

  @Column({ name: 'merged_at', type: 'timestamptz', precision: 3, nullable: true })
  mergedAt: Date | null;

  /** The cluster of issues for which it was made. */
  @Column({ name: 'conversations_issues_cluster', type: 'text', nullable: true })
  conversationsIssuesCluster: string | null;
}
