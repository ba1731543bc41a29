import { Column, Entity, Index, Unique } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** The reasons for which somebody is told something. A mention goes before what else a comment is. */
export const INBOX_KINDS = [
  'review-requested',
  'approved',
  'changes-requested',
  'merged',
  'mention',
  'comment',
  'reply',
  'resolved',
  'sync-failing',
  'sync-conflicts',
] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** Something that one member is told about a discussion, a change request, or a repository that they connected. */
@Entity('inbox_entries')
@Unique('inbox_entries_key', ['organizationId', 'userId', 'key'])
@Index('inbox_entries_user_idx', ['organizationId', 'userId', 'createdAt', 'id'])
@Index('inbox_entries_unread_idx', ['organizationId', 'userId'], { where: 'read_at is null' })
@Index('inbox_entries_created_idx', ['createdAt'])
@Index('inbox_entries_space_idx', ['organizationId', 'spaceId'])
@Index('inbox_entries_request_idx', ['organizationId', 'changeRequestId'], {
  where: 'change_request_id is not null',
})
@Index('inbox_entries_comment_idx', ['organizationId', 'commentId'], { where: 'comment_id is not null' })
export class InboxEntryEntity extends OrganizationItem {
  @Column({ name: 'user_id', type: 'text' })
  userId: string;

  /** Names the news, so that it is told once. */
  @Column({ type: 'text' })
  key: string;

  @Column({ type: 'text' })
  kind: InboxKind;

  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** Null for comments on the main content. */
  @Column({ name: 'change_request_id', type: 'text', nullable: true })
  changeRequestId: string | null;

  /** The comment or reply; null for news without one. */
  @Column({ name: 'comment_id', type: 'text', nullable: true })
  commentId: string | null;

  /** The user who did it; null for what nobody did. */
  @Column({ name: 'actor_id', type: 'text', nullable: true })
  actorId: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Null while it is unread. */
  @Column({ name: 'read_at', type: 'timestamptz', precision: 3, nullable: true })
  readAt: Date | null;
}
