import { Injectable } from '@nestjs/common';
import {
  accessTables,
  actorValues,
  COLLECTION_ACCESS,
  isAdminEverywhere,
  ONE_SPACE_ACCESS,
  SPACE_ACCESS,
} from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { perRow } from '#platform/database/per-row.js';
import { type Page, type PageRequest, paginate, type SortKey } from '#platform/database/pagination.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { SpaceEntity } from './space.entity.js';
import type { RevisionPointer, SpaceRecord } from './space.types.js';

export type SpaceRow = SpaceRecord & { role: Role | null };
export type SpaceChanges = Partial<Omit<SpaceRecord, 'organizationId' | 'id'>>;

const COLUMNS = entityColumns(SpaceEntity, 's');

const IN_ORDER: SortKey[] = [
  { sql: 's.position', type: 'text' },
  { sql: 's.id', type: 'text' },
];

const VISIBLE = 's.deleted_at is null and access.visible';

/** Spaces that a list has: all of them where nothing is said. */
export interface SpaceFilter {
  isArchived?: boolean;
}

const filtered = ({ isArchived }: SpaceFilter): string =>
  isArchived === undefined ? '' : ` and s.archived_at is ${isArchived ? 'not null' : 'null'}`;

/** The columns that count change requests and open comments. */
const COUNTERS = {
  total: 'change_requests',
  open: 'change_requests_open',
  draft: 'change_requests_draft',
  comments: 'comments_open',
} as const;

export type SpaceCounters = Partial<Record<keyof typeof COUNTERS, number>>;

/** Every query on `spaces`, except those about places, transfers and purges. */
@Injectable()
export class SpacesRepository {
  constructor(private readonly db: Database) {}

  /**
   * One space, also a deleted one, with the actor's role, if there is one; null for a space of another organization.
   * The most frequent read of all.
   */
  async find(actor: Actor, id: string): Promise<SpaceRow | null> {
    const [row] = isAdminEverywhere(actor)
      ? await this.db.lookup<SpaceRow>(FIND_FOR_ADMIN, [[...actor.memberships.keys()], id])
      : await this.db.lookup<SpaceRow>(FIND, [...actorValues(actor), id]);
    return row ?? null;
  }

  /** The spaces among `ids` that the actor may see. */
  findVisible(actor: Actor, organizationId: string, ids: string[]): Promise<SpaceRow[]> {
    const collections = 'c.id in (select x.parent_id from spaces x where x.id = any($5::text[]))';
    return this.db.query<SpaceRow>(
      `${accessTables({ collections })} select ${COLUMNS}, access.role
       from (select distinct unnest($5::text[]) as wanted) asked
       cross join ${perRow('select * from spaces where id = wanted')} s ${SPACE_ACCESS} where ${VISIBLE}`,
      [...actorValues(actor, organizationId), ids],
    );
  }

  /** The spaces of the organization that the actor may see, by position by default. */
  list(
    actor: Actor,
    organizationId: string,
    page: PageRequest,
    { by = IN_ORDER, ...filter }: SpaceFilter & { by?: SortKey[] } = {},
  ): Promise<Page<SpaceRow>> {
    const isAdmin = actor.memberships.get(organizationId) === 'admin';
    // The organization is a plain value, so that the index gives the order and a page reads no more than its rows.
    return isAdmin
      ? paginate<SpaceRow>(this.db, page, {
          select: `${COLUMNS}, 'admin' as role`,
          from: `from spaces s where s.organization_id = $1 and s.deleted_at is null${filtered(filter)}`,
          values: [organizationId],
          by,
        })
      : paginate<SpaceRow>(this.db, page, {
          with: accessTables(),
          select: `${COLUMNS}, access.role`,
          from: `from spaces s ${SPACE_ACCESS} where s.organization_id = $5 and ${VISIBLE}${filtered(filter)}`,
          values: [...actorValues(actor, organizationId), organizationId],
          by,
        });
  }

  /** The spaces of the organization that do not take over its merge rules, as its administrators see them. */
  listWithOwnRules(organizationId: string, page: PageRequest): Promise<Page<SpaceRow>> {
    return paginate<SpaceRow>(this.db, page, {
      select: `${COLUMNS}, 'admin' as role`,
      from: `from spaces s where s.organization_id = $1 and s.deleted_at is null and s.merge_rules ->> 'type' <> 'inherit'`,
      values: [organizationId],
      by: IN_ORDER,
    });
  }

  /**
   * A collection as the actor sees it: the role on it, and the number of visible spaces directly in it. Null when it
   * is unknown or in another organization.
   */
  async describeCollection(
    actor: Actor,
    collectionId: string,
  ): Promise<{ organizationId: string; role: Role | null; count: number } | null> {
    return this.db.queryFirst<{ organizationId: string; role: Role | null; count: number }>(
      `${accessTables({ collections: 'c.id = $5' })}
       select c.organization_id as "organizationId", access.role, (
         select count(*)::int from spaces s ${SPACE_ACCESS}
         where s.organization_id = c.organization_id and s.parent_id = c.id and ${VISIBLE}) as count
       from collections c ${COLLECTION_ACCESS} where c.id = $5`,
      [...actorValues(actor), collectionId],
    );
  }

  /** The visible spaces directly in a collection, by position; `count` as `describeCollection` found it. */
  listInCollection(
    actor: Actor,
    organizationId: string,
    collectionId: string,
    count: number,
    page: PageRequest,
    filter: SpaceFilter,
  ): Promise<Page<SpaceRow>> {
    return paginate<SpaceRow>(this.db, page, {
      with: accessTables({ collections: 'c.id = $5' }),
      select: `${COLUMNS}, access.role`,
      from: `from spaces s ${SPACE_ACCESS} where s.organization_id = any($1::text[]) and s.parent_id = $5 and ${VISIBLE}${filtered(filter)}`,
      values: [...actorValues(actor, organizationId), collectionId],
      by: IN_ORDER,
      count,
    });
  }

  /** All spaces directly in the collections, deleted ones too, with the actor's roles. */
  listInCollections(actor: Actor, organizationId: string, collectionIds: string[]): Promise<SpaceRow[]> {
    return this.db.query<SpaceRow>(
      `${accessTables({ collections: 'c.id = any($5::text[])' })} select ${COLUMNS}, access.role
       from spaces s ${SPACE_ACCESS} where s.parent_id = any($5::text[]) order by s.id`,
      [...actorValues(actor, organizationId), collectionIds],
    );
  }

  /** Spaces whose merge rules name the user, deleted ones too, locked until the end of the transaction. */
  lockSpacesWithMergeRules(
    organizationId: string,
    userId: string,
  ): Promise<Pick<SpaceRecord, 'id' | 'mergeRules'>[]> {
    return this.db.query(
      `select id, merge_rules as "mergeRules" from spaces
       where organization_id = $1 and merge_rules ->> 'type' = 'rules' and strpos(merge_rules::text, $2) > 0
       order by id for no key update`,
      [organizationId, userId],
    );
  }

  /** Spaces in their stored form, without a role. */
  findRecords(organizationId: string, ids: string[]): Promise<SpaceRecord[]> {
    return this.db.query<SpaceRecord & Record<string, unknown>>(
      `select ${COLUMNS} from spaces s where s.organization_id = $1 and s.id = any($2::text[])`,
      [organizationId, ids],
    );
  }

  /**
   * The space, locked until the end of the transaction; null when it is purged. Rows that refer to it can still be
   * added meanwhile, because the lock leaves the key free.
   */
  async lock(organizationId: string, id: string): Promise<SpaceRecord | null> {
    return this.db.queryFirst<SpaceRecord & Record<string, unknown>>(
      `select ${COLUMNS} from spaces s where s.organization_id = $1 and s.id = $2 for no key update`,
      [organizationId, id],
    );
  }

  async insert(space: SpaceRecord): Promise<void> {
    await this.db.manager.insert(SpaceEntity, space);
  }

  /** Writes only the given fields. */
  async update(organizationId: string, id: string, changes: SpaceChanges): Promise<void> {
    await this.db.manager.update(SpaceEntity, { organizationId, id }, changes);
  }

  /**
   * Notes the publications of spaces; spaces with an equal publication are not updated.
   * @returns the others as they were.
   */
  async setPublished(
    organizationId: string,
    places: {
      spaceId: string;
      visibility: string | null;
      url: string | null;
      integration: string | null;
    }[],
  ): Promise<Pick<SpaceRecord, 'id' | 'parentId' | 'publishedVisibility'>[]> {
    return this.db.query(
      `update spaces s set published_visibility = p.visibility, published_url = p.url, published_integration = p.integration
       from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as p (space_id, visibility, url, integration)
         join spaces o on o.organization_id = $1 and o.id = p.space_id
       where s.organization_id = $1 and s.id = p.space_id
         and (s.published_visibility, s.published_url, s.published_integration)
           is distinct from (p.visibility, p.url, p.integration)
       returning o.id, o.parent_id as "parentId", o.published_visibility as "publishedVisibility"`,
      [
        organizationId,
        places.map(({ spaceId }) => spaceId),
        places.map(({ visibility }) => visibility),
        places.map(({ url }) => url),
        places.map(({ integration }) => integration),
      ],
    );
  }

  /** Moves the pointer at the current revision; false when it has moved since it was read. */
  async advance(space: SpaceRecord, to: RevisionPointer, now: Date): Promise<boolean> {
    const moved = await this.db.execute(
      `update spaces set revision_id = $4, snapshot = $5, updated_at = $6
       where organization_id = $1 and id = $2 and revision_id = $3 and deleted_at is null`,
      [space.organizationId, space.id, space.revisionId, to.id, to.snapshot, now],
    );
    return moved === 1;
  }

  /** Adds to the counters. */
  async count(organizationId: string, id: string, by: SpaceCounters): Promise<void> {
    const entries = Object.entries(by).filter(([, number]) => number !== 0) as [
      keyof typeof COUNTERS,
      number,
    ][];
    if (entries.length === 0) return;
    const sets = entries.map(([name], index) => `${COUNTERS[name]} = ${COUNTERS[name]} + $${index + 3}`);
    await this.db.execute(`update spaces set ${sets.join(', ')} where organization_id = $1 and id = $2`, [
      organizationId,
      id,
      ...entries.map(([, number]) => number),
    ]);
  }
}

const FIND = `select ${COLUMNS}, access.role from spaces s ${ONE_SPACE_ACCESS} where s.id = $5`;

const FIND_FOR_ADMIN = `select ${COLUMNS}, 'admin' as role from spaces s
  where s.organization_id = any($1::text[]) and s.id = $2`;
