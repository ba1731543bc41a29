import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { CommentEntity } from '../comment.entity.js';

type Key = Pick<CommentEntity, 'organizationId' | 'id'>;

/** Every query that changes reactions; they are read with their comment. */
@Injectable()
export class ReactionsRepository {
  constructor(private readonly db: Database) {}

  /** Emoji that are there already stay as they are. */
  async add({ organizationId, id }: Key, userId: string, emoji: string[], now: Date): Promise<void> {
    await this.db.execute(
      `insert into comment_reactions (organization_id, comment_id, emoji, user_id, reacted_at)
       select $1, $2, e.emoji, $4, $5 from unnest($3::text[]) as e (emoji) on conflict do nothing`,
      [organizationId, id, emoji, userId, now],
    );
  }

  async remove({ organizationId, id }: Key, userId: string, emoji: string[]): Promise<void> {
    await this.db.execute(
      `delete from comment_reactions
       where organization_id = $1 and comment_id = $2 and user_id = $4 and emoji = any($3::text[])`,
      [organizationId, id, emoji, userId],
    );
  }

  /** The different emoji on it. */
  async kinds({ organizationId, id }: Key): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select distinct emoji from comment_reactions where organization_id = $1 and comment_id = $2`,
      [organizationId, id],
    );
  }
}
