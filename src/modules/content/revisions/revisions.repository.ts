import { Injectable } from '@nestjs/common';
import { byTime, type Page as ListPage, type PageRequest, paginate } from '#platform/database/pagination.js';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import { perRow } from '#platform/database/per-row.js';
import type { Revision } from '../content.types.js';

const COLUMNS = `id, space_id as "spaceId", change_request_id as "changeRequestId", type, parents, snapshot, author,
  created_at as "createdAt", git, merged_from as "mergedFrom", message`;

type Row = Revision & { [column: string]: unknown };

/** Every query on `content_revisions` except those of the garbage collection. */
@Injectable()
export class RevisionsRepository {
  constructor(private readonly db: Database) {}

  async insert(organizationId: string, revision: Revision): Promise<void> {
    await this.db.execute(
      `insert into content_revisions (organization_id, id, space_id, change_request_id, type, parents, generation,
         snapshot, author, created_at, git, merged_from, message)
       values ($1, $2, $3, $4, $5, $6,
         1 + coalesce((select max(generation) from unnest($6::text[]) as parent cross join ${perRow(
           'select generation from content_revisions where organization_id = $1 and id = parent',
         )} p), 0),
         $7, $8, $9, $10, $11, $12)`,
      [
        organizationId,
        revision.id,
        revision.spaceId,
        revision.changeRequestId,
        revision.type,
        revision.parents,
        revision.snapshot,
        revision.author,
        revision.createdAt,
        revision.git && storableJson(revision.git),
        revision.mergedFrom,
        revision.message,
      ],
    );
  }

  /** Revisions of one branch, each the only child of the one before it; the first one's parent is stored. */
  async insertSequence(organizationId: string, revisions: readonly Revision[]): Promise<void> {
    const [first] = revisions;
    if (!first) return;
    await this.db.execute(
      `insert into content_revisions (organization_id, id, space_id, change_request_id, type, parents, generation,
         snapshot, author, created_at)
       select $1, made.id, $2, $3, $4, array[made.parent], parent.generation + made.n, made.snapshot, made.author, $5
       from content_revisions parent,
         unnest($7::text[], $8::text[], $9::text[], $10::text[]) with ordinality as made (id, parent, snapshot, author, n)
       where parent.organization_id = $1 and parent.id = $6`,
      [
        organizationId,
        first.spaceId,
        first.changeRequestId,
        first.type,
        first.createdAt,
        first.parents[0],
        revisions.map((revision) => revision.id),
        revisions.map((revision) => revision.parents[0]),
        revisions.map((revision) => revision.snapshot),
        revisions.map((revision) => revision.author),
      ],
    );
  }

  find(organizationId: string, ids: readonly string[]): Promise<Revision[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from (select distinct unnest($2::text[]) as wanted) asked cross join ${perRow(
        'select * from content_revisions where organization_id = $1 and id = wanted and released_at is null',
      )} found`,
      [organizationId, ids],
    );
  }

  /** Revisions of a space's main content or of one change request, newest first. */
  list(
    organizationId: string,
    { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string | null },
    page: PageRequest,
  ): Promise<ListPage<Revision>> {
    return paginate<Revision>(this.db, page, {
      select: COLUMNS,
      from: `from content_revisions
        where organization_id = $1 and space_id = $2 and change_request_id is not distinct from $3 and released_at is null`,
      values: [organizationId, spaceId, changeRequestId],
      by: byTime('created_at', 'id', 'desc'),
    });
  }

  /** True if the main content has a revision made from this one before `time`. */
  async hasFollowerBefore(organizationId: string, revision: Revision, time: Date): Promise<boolean> {
    const rows = await this.db.query(
      `select 1 from content_revisions
       where organization_id = $1 and space_id = $2 and change_request_id is null
         and (created_at, id) > ($3, $4) and created_at < $5 limit 1`,
      [organizationId, revision.spaceId, revision.createdAt, revision.id, time],
    );
    return rows.length > 0;
  }

  /**
   * The common ancestor of two revisions that has no later common ancestor. The generation of a revision is greater
   * than that of each of its ancestors, so a walk down to a floor finds every common ancestor above it.
   */
  async commonAncestor(organizationId: string, a: string, b: string, depth: number) {
    const [row] = await this.db.query<Row & { id: string | null; isComplete: boolean | null }>(
      `with recursive start as (
         select id, parents, generation from content_revisions where organization_id = $1 and id in ($2, $3)
       ), floor as (
         select min(generation) - $4::int as generation from start
       ), walk (side, id, parents, generation) as (
         select id, id, parents, generation from start
         union
         select w.side, r.id, r.parents, r.generation
         from walk w cross join lateral unnest(w.parents) as parent cross join ${perRow(
           `select id, parents, generation from content_revisions where organization_id = $1 and id = parent`,
         )} r
         where r.generation >= (select generation from floor)
       )
       select ${COLUMNS}, (select generation from floor) <= 1 as "isComplete"
       from (values (1)) as always left join content_revisions
         on organization_id = $1 and released_at is null and id = (
           select id from walk group by id, generation
           having count(distinct side) = case when $2 = $3 then 1 else 2 end
           order by generation desc, id limit 1
         )`,
      [organizationId, a, b, depth],
    );
    const { isComplete, ...revision } = row!;
    return { revision: revision.id === null ? null : (revision as Revision), isComplete: isComplete ?? true };
  }

  /** Releases the revisions of a space; the garbage collection removes them later. */
  async release(organizationId: string, spaceId: string, now: Date): Promise<void> {
    await this.db.execute(
      `update content_revisions set released_at = $3
       where organization_id = $1 and space_id = $2 and released_at is null`,
      [organizationId, spaceId, now],
    );
  }

  async listSnapshots(organizationId: string, spaceId: string): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select distinct snapshot from content_revisions
       where organization_id = $1 and space_id = $2 and released_at is null`,
      [organizationId, spaceId],
    );
  }

  async transfer(from: string, to: string, spaceId: string): Promise<void> {
    await this.db.execute(
      `update content_revisions set organization_id = $2
       where organization_id = $1 and space_id = $3 and released_at is null`,
      [from, to, spaceId],
    );
  }
}
