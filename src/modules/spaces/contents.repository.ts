import { Injectable } from '@nestjs/common';
import {
  accessTables,
  actorValues,
  ALL_COLLECTIONS,
  COLLECTION_ACCESS,
  SPACE_ACCESS,
} from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { byText, byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';

/** A space or a collection by its id. */
export interface ContentKey {
  kind: 'space' | 'collection';
  id: string;
}

/** Numbers of what somebody sees directly in a collection. What is archived counts neither as a space nor as a collection, but on its own. */
export interface ContentCounts {
  spaces: number;
  collections: number;
  archived: number;
}

/** The collections and spaces that the actor sees, as `item`, after `accessTables`; `$5` is the organization. */
const ITEMS = `, visible_collections as materialized (
    select c.id, c.parent_id, c.position, c.title, c.archived_at from ${ALL_COLLECTIONS} ${COLLECTION_ACCESS} where access.visible
  )`;
const FROM_ITEMS = `from (
    select 'collection' as kind, id, parent_id, position, title, archived_at from visible_collections
    union all
    select 'space', s.id, s.parent_id, s.position, s.title, s.archived_at from spaces s ${SPACE_ACCESS}
    where s.organization_id = $5 and s.deleted_at is null and access.visible
  ) item`;

/** Reads collections and spaces together, as they stand beside each other. */
@Injectable()
export class ContentsRepository {
  constructor(private readonly db: Database) {}

  /**
   * The contents of a collection, or of the root, in order, either the archived ones or the others. The root also has the contents of
   * collections that the actor does not see.
   */
  listLevel(
    actor: Actor,
    organizationId: string,
    { collectionId, isArchived }: { collectionId: string | null; isArchived: boolean },
    page: PageRequest,
  ): Promise<Page<ContentKey>> {
    const isAdmin = actor.memberships.get(organizationId) === 'admin';
    const hidden = isAdmin ? '' : ' or item.parent_id not in (select id from visible_collections)';
    const level = collectionId === null ? `(item.parent_id is null${hidden})` : 'item.parent_id = $6';
    return this.read(actor, organizationId, page, {
      condition: `${level} and item.archived_at is ${isArchived ? 'not null' : 'null'}`,
      values: collectionId === null ? [] : [collectionId],
      by: ['item.position', 'item.id'],
    });
  }

  /** Archived spaces and collections, the latest first, without what is in an archived collection that the actor sees. */
  listArchived(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<ContentKey>> {
    return paginate<ContentKey>(this.db, page, {
      with: `${accessTables()}${ITEMS}`,
      select: 'item.kind, item.id',
      from: `${FROM_ITEMS} where item.archived_at is not null and not exists (
        select from visible_collections around where around.id = item.parent_id and around.archived_at is not null)`,
      values: [...actorValues(actor, organizationId), organizationId],
      by: byTime('item.archived_at', 'item.id', 'desc'),
    });
  }

  /** Spaces and collections whose title is like the pattern, in all collections, by title. */
  search(
    actor: Actor,
    organizationId: string,
    pattern: string,
    page: PageRequest,
  ): Promise<Page<ContentKey>> {
    return this.read(actor, organizationId, page, {
      condition: 'item.title ilike $6',
      values: [pattern],
      by: ['item.title', 'item.id'],
    });
  }

  /** Numbers of what the actor sees directly in each of the collections; an empty one is missing. */
  async count(
    actor: Actor,
    organizationId: string,
    collectionIds: readonly string[],
  ): Promise<Map<string, ContentCounts>> {
    const rows = await this.db.query<ContentCounts & { id: string }>(
      `${accessTables()}${ITEMS} select item.parent_id as id, count(*) filter (where item.kind = 'space' and item.archived_at is null)::int as spaces,
         count(*) filter (where item.kind = 'collection' and item.archived_at is null)::int as collections,
         count(item.archived_at)::int as archived
       ${FROM_ITEMS} where item.parent_id = any($6::text[]) group by item.parent_id`,
      [...actorValues(actor, organizationId), organizationId, collectionIds],
    );
    return new Map(rows.map(({ id, ...counts }) => [id, counts]));
  }

  private read(
    actor: Actor,
    organizationId: string,
    page: PageRequest,
    { condition, values, by }: { condition: string; values: unknown[]; by: string[] },
  ): Promise<Page<ContentKey>> {
    return paginate<ContentKey>(this.db, page, {
      with: `${accessTables()}${ITEMS}`,
      select: 'item.kind, item.id',
      from: `${FROM_ITEMS} where ${condition}`,
      values: [...actorValues(actor, organizationId), organizationId, ...values],
      by: byText(...by),
    });
  }
}
