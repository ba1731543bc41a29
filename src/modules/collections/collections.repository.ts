import { Injectable } from '@nestjs/common';
import {
  accessTables,
  actorValues,
  ALL_COLLECTIONS,
  COLLECTION_ACCESS,
  type DefaultLevel,
  ONE_COLLECTION_ACCESS,
} from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { perRow } from '#platform/database/per-row.js';
import { byText, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { CollectionEntity } from './collection.entity.js';
import type { CollectionRecord } from './collection.types.js';

export type CollectionRow = CollectionRecord & { role: Role | null };
export type CollectionChanges = Partial<Omit<CollectionRecord, 'organizationId' | 'id'>>;

const columnsOf = (row: string): string =>
  `${row}.organization_id as "organizationId", ${row}.id, ${row}.parent_id as "parentId", ${row}.position, ${row}.title,
  ${row}.description, ${row}.default_level as "defaultLevel", ${row}.created_at as "createdAt", ${row}.updated_at as "updatedAt",
  ${row}.archived_at as "archivedAt"`;
const COLUMNS = columnsOf('c');

/** Every query on `collections`, apart from those about places. */
@Injectable()
export class CollectionsRepository {
  constructor(private readonly db: Database) {}

  /** One collection with the actor's role, which may be none; null for other organizations'. */
  async find(actor: Actor, id: string): Promise<CollectionRow | null> {
    return this.db.queryFirst<CollectionRow>(
      `select ${columnsOf('target')}, access.role from collections target ${ONE_COLLECTION_ACCESS} where target.id = $5`,
      [...actorValues(actor), id],
    );
  }

  /** The given collections that the actor may see. */
  findVisible(actor: Actor, organizationId: string, ids: string[]): Promise<CollectionRow[]> {
    return this.db.query<CollectionRow>(
      `${accessTables({ collections: 'c.id = any($5::text[])' })} select ${COLUMNS}, access.role
       from collections c ${COLLECTION_ACCESS} where c.id = any($5::text[]) and access.visible`,
      [...actorValues(actor, organizationId), ids],
    );
  }

  /** Collections that the actor may see, by position; without `nested` only those at the root. */
  list(
    actor: Actor,
    organizationId: string,
    nested: boolean,
    page: PageRequest,
  ): Promise<Page<CollectionRow>> {
    return paginate<CollectionRow>(this.db, page, {
      with: accessTables(),
      select: `${COLUMNS}, access.role`,
      from: `from ${ALL_COLLECTIONS} ${COLLECTION_ACCESS}
        where access.visible and ($5::boolean or c.parent_id is null)`,
      values: [...actorValues(actor, organizationId), nested],
      by: byText('c.position', 'c.id'),
    });
  }

  /** The collection, locked until the end of the transaction; null when it is gone. */
  async lock(organizationId: string, id: string): Promise<CollectionRecord | null> {
    return this.db.queryFirst<CollectionRecord>(
      `select ${COLUMNS} from collections c where c.organization_id = $1 and c.id = $2 for update`,
      [organizationId, id],
    );
  }

  async findTitles(organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.query<{ id: string; title: string }>(
      'select id, title from collections where organization_id = $1 and id = any($2::text[])',
      [organizationId, ids],
    );
    return new Map(rows.map(({ id, title }) => [id, title]));
  }

  async insert(collection: CollectionRecord): Promise<void> {
    await this.db.manager.insert(CollectionEntity, collection);
  }

  /** Writes only the given fields. */
  async update(organizationId: string, id: string, changes: CollectionChanges): Promise<void> {
    await this.db.manager.update(CollectionEntity, { organizationId, id }, changes);
  }

  /** Archives those of the collections that are not archived. */
  async archive(organizationId: string, ids: readonly string[], at: Date): Promise<void> {
    await this.db.execute(
      'update collections set archived_at = $3 where organization_id = $1 and id = any($2::text[]) and archived_at is null',
      [organizationId, ids, at],
    );
  }

  /** Unarchives those of the collections that were archived at this time. */
  async unarchive(organizationId: string, ids: readonly string[], at: Date): Promise<void> {
    await this.db.execute(
      'update collections set archived_at = null where organization_id = $1 and id = any($2::text[]) and archived_at = $3',
      [organizationId, ids, at],
    );
  }

  async delete(organizationId: string, id: string): Promise<void> {
    await this.db.execute('delete from collections where organization_id = $1 and id = $2', [
      organizationId,
      id,
    ]);
  }

  /** The collection and everything around it, from the inside out. */
  async findAncestors(
    organizationId: string,
    id: string,
  ): Promise<{ id: string; defaultLevel: DefaultLevel }[]> {
    return this.db.query(
      `with recursive chain as (
         select c.id, c.parent_id, c.default_level, 0 as depth from collections c
         where c.organization_id = $1 and c.id = $2
         union all
         select p.id, p.parent_id, p.default_level, chain.depth + 1
         from chain cross join ${perRow(
           'select * from collections where organization_id = $1 and id = chain.parent_id',
         )} p
       ) select id, default_level as "defaultLevel" from chain order by depth`,
      [organizationId, id],
    );
  }

  /** Ids of the collection and all collections in it. */
  async findSubtree(organizationId: string, id: string): Promise<string[]> {
    return this.db.queryColumn<string>(
      `with recursive tree as (
         select c.id from collections c where c.organization_id = $1 and c.id = $2
         union all
         select below.id from tree cross join ${perRow(
           'select id from collections where organization_id = $1 and parent_id = tree.id',
         )} below
       ) select id from tree order by id`,
      [organizationId, id],
    );
  }

  /** Gives the collections to another organization; the references to parents are checked at the end. */
  async transfer(from: string, to: string, ids: string[], now: Date): Promise<void> {
    await this.db.query('set constraints collections_parent_fkey, spaces_parent_fkey deferred');
    await this.db.execute(
      'update collections set organization_id = $2, updated_at = $4 where organization_id = $1 and id = any($3::text[])',
      [from, to, ids, now],
    );
  }
}
