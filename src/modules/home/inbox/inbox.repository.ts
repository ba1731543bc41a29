import { Injectable } from '@nestjs/common';
import { ACTOR_PARAMETERS, actorValues, visibleSpacesTable } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { InboxEntryEntity } from './inbox-entry.entity.js';

/** An entry with the space that it is about. */
export interface InboxRow extends InboxEntryEntity {
  spaceTitle: string;
  spaceEmoji: string;
}

/** Counting further tells nobody more. */
export const MOST_COUNTED = 100;

const FROM = `from inbox_entries i join visible_spaces v on v.organization_id = i.organization_id and v.id = i.space_id
  where i.organization_id = $${ACTOR_PARAMETERS + 1} and i.user_id = $3`;

/** Every query on `inbox_entries`. */
@Injectable()
export class InboxRepository {
  constructor(private readonly db: Database) {}

  /** The entries of the actor about spaces that they may see, newest first. */
  list(
    actor: Actor,
    organizationId: string,
    { isUnread, ...page }: PageRequest & { isUnread: boolean },
  ): Promise<Page<InboxRow>> {
    return paginate<InboxRow & Record<string, unknown>>(this.db, page, {
      with: visibleSpacesTable(),
      select: `${entityColumns(InboxEntryEntity, 'i')}, v.title as "spaceTitle", v.emoji as "spaceEmoji"`,
      from: isUnread ? `${FROM} and i.read_at is null` : FROM,
      values: [...actorValues(actor, organizationId), organizationId],
      by: byTime('i.created_at', 'i.id', 'desc'),
    });
  }

  async find(actor: Actor, organizationId: string, id: string): Promise<InboxRow | null> {
    return this.db.queryFirst<InboxRow & Record<string, unknown>>(
      `${visibleSpacesTable()} select ${entityColumns(InboxEntryEntity, 'i')}, v.title as "spaceTitle", v.emoji as "spaceEmoji"
       ${FROM} and i.id = $${ACTOR_PARAMETERS + 2}`,
      [...actorValues(actor, organizationId), organizationId, id],
    );
  }

  /** True if anything is unread, whether or not its space is visible; cheaper than the number. */
  async hasUnread(organizationId: string, userId: string): Promise<boolean> {
    const sql = `select 1 as one from inbox_entries where organization_id = $1 and user_id = $2 and read_at is null limit 1`;
    return (await this.db.queryFirst<{ one: number }>(sql, [organizationId, userId])) !== null;
  }

  /** The number of unread entries about spaces that the actor may see, at most {@link MOST_COUNTED}. */
  async countUnread(actor: Actor, organizationId: string): Promise<number> {
    const sql = `${visibleSpacesTable()} select count(*)::int as count from (
      select 1 ${FROM} and i.read_at is null limit ${MOST_COUNTED}) as unread`;
    const values = [...actorValues(actor, organizationId), organizationId];
    return (await this.db.queryValue<number>(sql, values)) ?? 0;
  }

  /** Adds an entry once; a mention makes an entry about the same comment a mention, and unread again. */
  async add(entry: InboxEntryEntity): Promise<void> {
    await this.db.execute(
      `insert into inbox_entries
         (organization_id, id, user_id, key, kind, space_id, change_request_id, comment_id, actor_id, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (organization_id, user_id, key) do update
         set kind = excluded.kind, created_at = excluded.created_at, read_at = null
         where excluded.kind = 'mention' and inbox_entries.kind <> 'mention'`,
      [
        ...[entry.organizationId, entry.id, entry.userId, entry.key, entry.kind, entry.spaceId],
        ...[entry.changeRequestId, entry.commentId, entry.actorId, entry.createdAt],
      ],
    );
  }

  /** Marks unread entries of a user that came until a time: some by id, or all. */
  async markRead(
    organizationId: string,
    userId: string,
    { ids, until }: { ids: readonly string[] | null; until: Date },
    now: Date,
  ): Promise<void> {
    const sql = `update inbox_entries set read_at = $4
      where organization_id = $1 and user_id = $2 and read_at is null and created_at <= $3
        and ($5::text[] is null or id = any($5::text[]))`;
    await this.db.execute(sql, [organizationId, userId, until, now, ids]);
  }

  async markUnread(organizationId: string, userId: string, ids: readonly string[]): Promise<void> {
    const sql = `update inbox_entries set read_at = null
      where organization_id = $1 and user_id = $2 and id = any($3::text[])`;
    await this.db.execute(sql, [organizationId, userId, ids]);
  }

  /** Deletes entries from before a time. @returns their number, at most `limit`. */
  async deleteBefore(time: Date, limit: number): Promise<number> {
    const deleted = await this.db.query(
      `delete from inbox_entries where (organization_id, id) in (
         select organization_id, id from inbox_entries where created_at < $1 order by created_at limit $2)
       returning id`,
      [time, limit],
    );
    return deleted.length;
  }
}
