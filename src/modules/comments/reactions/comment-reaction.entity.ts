import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** An emoji that somebody put on a comment or a reply. */
@Entity('comment_reactions')
export class CommentReactionEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'comment_id', type: 'text' })
  commentId: string;

  /** Code points in hexadecimal, as `1f44d`. */
  @PrimaryColumn({ type: 'text' })
  emoji: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  @Column({ name: 'reacted_at', type: 'timestamptz', precision: 3 })
  reactedAt: Date;
}
