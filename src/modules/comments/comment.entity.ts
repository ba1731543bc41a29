import type { JSONDocument } from '#modules/documents/index.js';
import { Column, Entity, Index } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';
import type { StoredTarget } from './target/comment-target.types.js';

/** Something somebody said in a space or a change request: a comment, or with `parentId` a reply to one. */
@Entity('comments')
@Index('comments_space_idx', ['organizationId', 'spaceId', 'postedAt', 'id'], {
  where: 'parent_id is null and change_request_id is null',
})
@Index('comments_request_idx', ['organizationId', 'changeRequestId', 'postedAt', 'id'], {
  where: 'parent_id is null and change_request_id is not null',
})
@Index('comments_replies_idx', ['organizationId', 'parentId', 'postedAt', 'id'], {
  where: 'parent_id is not null',
})
@Index('comments_review_idx', ['organizationId', 'reviewId'], { where: 'review_id is not null' })
@Index('comments_place_idx', ['organizationId', 'spaceId', 'changeRequestId', 'postedBy'])
export class CommentEntity extends OrganizationItem {
  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** Null for comments on the main content. */
  @Column({ name: 'change_request_id', type: 'text', nullable: true })
  changeRequestId: string | null;

  /** The comment that this replies to; null for comments. */
  @Column({ name: 'parent_id', type: 'text', nullable: true })
  parentId: string | null;

  /** The review that it was submitted with. */
  @Column({ name: 'review_id', type: 'text', nullable: true })
  reviewId: string | null;

  @JsonColumn()
  body: JSONDocument;

  /** Ids of the users that the body mentions. */
  @Column({ type: 'text', array: true })
  mentions: string[];

  /** Target within the space; null for the space as a whole. */
  @JsonColumn({ nullable: true })
  target: StoredTarget | null;

  /** The page of `target`, for finding the comments of a page. */
  @Column({ name: 'page_id', type: 'text', nullable: true })
  pageId: string | null;

  /** Revision of the content when the comment was posted. */
  @Column({ name: 'revision_id', type: 'text' })
  revisionId: string;

  @Column({ name: 'posted_by', type: 'text' })
  postedBy: string;

  @Column({ name: 'posted_at', type: 'timestamptz', precision: 3 })
  postedAt: Date;

  @Column({ name: 'edited_at', type: 'timestamptz', precision: 3, nullable: true })
  editedAt: Date | null;

  /** Null while it is open. */
  @Column({ name: 'resolved_at', type: 'timestamptz', precision: 3, nullable: true })
  resolvedAt: Date | null;

  @Column({ name: 'resolved_by', type: 'text', nullable: true })
  resolvedBy: string | null;
}
