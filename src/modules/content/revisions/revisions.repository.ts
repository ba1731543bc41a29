import { Injectable } from '@nestjs/common';
import {
  byTime,
  mapPage,
  type Page as ListPage,
  type PageRequest,
  paginate,
} from '#platform/database/pagination.js';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import { perRow } from '#platform/database/per-row.js';
import type { Revision } from '../content.types.js';

/** Readers see a run of autosaves as one revision, made from the revision before the run. */
const COLUMNS = `id, space_id as "spaceId", change_request_id as "changeRequestId", type,
  case when run_base is null then parents else array[run_base] end as parents, snapshot, author,
  created_at as "createdAt", git, merged_from as "mergedFrom", message,
  case when run_base is not null then json_build_object('base', run_base, 'startedAt', run_started_at) end as "_run"`;

type Row = Omit<Revision, 'run'> & {
  _run: { base: string; startedAt: string } | null;
  [column: string]: unknown;
};

function toRevision({ _run, ...row }: Row): Revision {
  return { ...row, run: _run && { base: _run.base, startedAt: new Date(_run.startedAt) } } as Revision;
}

/** A revision of a sequence on one branch. */
export interface SequenceRevision {
  revision: Revision;
  /** True if it belongs to the same run of autosaves as the revision before it. */
  continues: boolean;
}

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

  /**
   * Revisions of one branch, each the only child of the one before it.
   * @param parent the revision from which the first one was made, which is stored.
   */
  async insertSequence(
    organizationId: string,
    parent: string,
    revisions: readonly SequenceRevision[],
  ): Promise<void> {
    const first = revisions[0]?.revision;
    if (!first) return;
    const before = [parent, ...revisions.map(({ revision }) => revision.id)];
    const later = [...revisions.slice(1), undefined];
    await this.db.execute(
      `insert into content_revisions (organization_id, id, space_id, change_request_id, type, parents, generation,
         snapshot, author, created_at, run_base, run_started_at, superseded_by, superseded_at)
       select $1, made.id, $2, $3, $4, array[made.parent], parent.generation + made.n, made.snapshot, made.author, $5::timestamptz,
         made.run_base, made.run_started_at, made.later, case when made.later is not null then $5::timestamptz end
       from content_revisions parent,
         unnest($7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::timestamptz[], $13::text[])
           with ordinality as made (id, parent, snapshot, author, run_base, run_started_at, later, n)
       where parent.organization_id = $1 and parent.id = $6`,
      [
        organizationId,
        first.spaceId,
        first.changeRequestId,
        first.type,
        first.createdAt,
        parent,
        revisions.map(({ revision }) => revision.id),
        before.slice(0, -1),
        revisions.map(({ revision }) => revision.snapshot),
        revisions.map(({ revision }) => revision.author),
        revisions.map(({ revision }) => revision.run?.base ?? null),
        revisions.map(({ revision }) => revision.run?.startedAt ?? null),
        later.map((next) => (next?.continues ? next.revision.id : null)),
      ],
    );
    if (revisions[0]!.continues) await this.supersede(organizationId, parent, first);
  }

  private async supersede(
    organizationId: string,
    id: string,
    { id: later, createdAt }: Revision,
  ): Promise<void> {
    await this.db.execute(
      `update content_revisions set superseded_by = $3, superseded_at = $4 where organization_id = $1 and id = $2`,
      [organizationId, id, later, createdAt],
    );
  }

  async find(organizationId: string, ids: readonly string[]): Promise<Revision[]> {
    const rows = await this.db.query<Row>(
      `select ${COLUMNS} from (select distinct unnest($2::text[]) as wanted) asked cross join ${perRow(
        'select * from content_revisions where organization_id = $1 and id = wanted and released_at is null',
      )} found`,
      [organizationId, ids],
    );
    return rows.map(toRevision);
  }

  /** Revisions of a space's main content or of one change request, newest first; of a run of autosaves the last. */
  async list(
    organizationId: string,
    { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string | null },
    page: PageRequest,
  ): Promise<ListPage<Revision>> {
    const found = await paginate<Row>(this.db, page, {
      select: COLUMNS,
      from: `from content_revisions
        where organization_id = $1 and space_id = $2 and change_request_id is not distinct from $3 and released_at is null
          and superseded_by is null`,
      values: [organizationId, spaceId, changeRequestId],
      by: byTime('created_at', 'id', 'desc'),
    });
    return mapPage(found, toRevision);
  }

  /** The authors of the latest revisions of each space, of its change requests too, the latest author first. */
  async listLatestAuthors(
    organizationId: string,
    spaceIds: readonly string[],
    revisions: number,
  ): Promise<{ spaceId: string; author: string }[]> {
    return this.db.query(
      `select asked.id as "spaceId", latest.author from (select distinct unnest($2::text[]) as id) asked cross join ${perRow(
        `select author, created_at from content_revisions where organization_id = $1 and space_id = asked.id
         order by created_at desc, id desc limit $3`,
      )} latest where latest.author is not null group by asked.id, latest.author order by max(latest.created_at) desc`,
      [organizationId, spaceIds, revisions],
    );
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
    return {
      revision: revision.id === null ? null : toRevision(revision as Row),
      isComplete: isComplete ?? true,
    };
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
