import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A comment that is in both places: at the host and in the change request. */
@Entity('git_pull_comments')
@Unique('git_pull_comments_comment_key', ['organizationId', 'pullId', 'commentId'])
export class GitPullCommentEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @PrimaryColumn({ name: 'pull_id', type: 'text' })
  pullId: string;

  /** Id at the host. */
  @PrimaryColumn({ name: 'host_id', type: 'text' })
  hostId: string;

  /** Id of the comment, or of the reply. */
  @Column({ name: 'comment_id', type: 'text' })
  commentId: string;

  /** The comment that a reply is to. */
  @Column({ name: 'parent_id', type: 'text', nullable: true })
  parentId: string | null;

  /** True if it was written here, and the host has a copy. */
  @Column({ name: 'is_ours', type: 'boolean' })
  isOurs: boolean;

  /** Digest of the text that was exchanged last, as the place has it where it was written; null where that was not noted. */
  @Column({ type: 'text', nullable: true })
  said: string | null;
}
