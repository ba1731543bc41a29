import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { ClusteredIssue } from '../clustering/clustered-issue.js';
import { unpackVector } from '../language/vector.js';
import { IssueEntity } from './issue.entity.js';

export type Issue = Readonly<IssueEntity>;
/** Shown members of an issue. */
export type ShownIssue = Pick<
  Issue,
  'organizationId' | 'id' | 'conversationId' | 'clusterId' | 'title' | 'summary' | 'createdAt' | 'ingestedAt'
>;
type Row = ShownIssue & { [column: string]: unknown };
type ClusteredRow = Pick<Issue, 'id' | 'clusterId' | 'terms' | 'vector' | 'model' | 'neighbours'> & {
  [column: string]: unknown;
};

const SHOWN = `i.organization_id as "organizationId", i.id, i.conversation_id as "conversationId", i.cluster_id as "clusterId",
  i.title, i.summary, i.created_at as "createdAt", i.ingested_at as "ingestedAt"`;
const CLUSTERED = 'i.id, i.cluster_id as "clusterId", i.terms, i.vector, i.model, i.neighbours';
/** Of a large cluster the newest stand for all: what is asked about a thing changes with time. */
const MAX_OF_CLUSTER = 400;
const MAX_LOOSE = 2000;
const MAX_TO_DESCRIBE = 60;

/** Every query on `conversation_issues`. */
@Injectable()
export class IssuesRepository {
  constructor(private readonly db: Database) {}

  async find(organizationId: string, id: string): Promise<ShownIssue | null> {
    const sql = `select ${SHOWN} from conversation_issues i where i.organization_id = $1 and i.id = $2`;
    return (await this.db.query<Row>(sql, [organizationId, id]))[0] ?? null;
  }

  /** Newest first. */
  list(
    organizationId: string,
    filter: { cluster?: string; conversation?: string },
    page: PageRequest,
  ): Promise<Page<ShownIssue>> {
    // A statement for each set of filters: one for all of them could not use the index that fits.
    const values = [organizationId];
    const where = ['i.organization_id = $1'];
    if (filter.cluster !== undefined) where.push(`i.cluster_id = $${values.push(filter.cluster)}`);
    if (filter.conversation !== undefined)
      where.push(`i.conversation_id = $${values.push(filter.conversation)}`);
    return paginate<Row>(this.db, page, {
      select: SHOWN,
      from: `from conversation_issues i where ${where.join(' and ')}`,
      values,
      by: byTime('i.created_at', 'i.id', 'desc'),
    });
  }

  /** The issues of these conversations. */
  ofConversations(organizationId: string, conversationIds: readonly string[]): Promise<ShownIssue[]> {
    const sql = `select ${SHOWN} from conversation_issues i where i.organization_id = $1 and i.conversation_id = any($2)`;
    return this.db.query<Row>(sql, [organizationId, conversationIds]);
  }

  async count(organizationId: string): Promise<number> {
    const sql = 'select count(*)::int as count from conversation_issues where organization_id = $1';
    return (await this.db.query<{ count: number }>(sql, [organizationId]))[0]?.count ?? 0;
  }

  /** The issues of these clusters and those of none, as far as they are compared. */
  async loadClustered(
    organizationId: string,
    clusterIds: readonly string[],
  ): Promise<Map<string, ClusteredIssue>> {
    const rows = await this.db.query<ClusteredRow>(
      `select i.* from unnest($2::text[]) as c (id) cross join lateral (
         select ${CLUSTERED} from conversation_issues i where i.organization_id = $1 and i.cluster_id = c.id
         order by i.created_at desc limit ${MAX_OF_CLUSTER}) i
       union all (select ${CLUSTERED} from conversation_issues i where i.organization_id = $1 and i.cluster_id is null
         order by i.created_at desc limit ${MAX_LOOSE})`,
      [organizationId, clusterIds],
    );
    return new Map(
      rows.map((row) => [row.id, { ...row, vector: row.vector === null ? null : unpackVector(row.vector) }]),
    );
  }

  /**
   * Issues whose vectors are of another model than the wanted one, of one cluster or without a cluster; empty when all
   * are up to date. Issues without a vector count when the wanted model knows all languages.
   */
  async listStale(
    organizationId: string,
    { model, isForAll }: { model: string; isForAll: boolean },
    most: number,
  ): Promise<Pick<Issue, 'id' | 'title' | 'clusterId'>[]> {
    return this.db.query(
      `with stale as (
         select id, cluster_id from conversation_issues
         where organization_id = $1 and model is distinct from $2 and ($3 or model is not null)
       ), first as (select min(cluster_id) as cluster_id from stale)
       select i.id, i.title, i.cluster_id as "clusterId"
       from first join stale s on s.cluster_id is not distinct from first.cluster_id
       join conversation_issues i on i.organization_id = $1 and i.id = s.id
       order by i.id limit (select case when cluster_id is null then $4::int end from first)`,
      [organizationId, model, isForAll, most],
    );
  }

  async setVectors(
    organizationId: string,
    issues: readonly Pick<Issue, 'id' | 'vector' | 'model'>[],
  ): Promise<void> {
    await this.db.execute(
      `update conversation_issues i set vector = v.vector, model = v.model
       from unnest($2::text[], $3::bytea[], $4::text[]) as v (id, vector, model)
       where i.organization_id = $1 and i.id = v.id`,
      [
        organizationId,
        issues.map(({ id }) => id),
        issues.map(({ vector }) => vector),
        issues.map(({ model }) => model),
      ],
    );
  }

  /** Organizations that were asked anything. */
  async listOrganizations(): Promise<string[]> {
    return this.db.queryColumn<string>(
      'select distinct organization_id as id from conversation_issues order by 1',
    );
  }

  /** The newest issues of a cluster, in what describes it. */
  async loadDescribed(organizationId: string, clusterId: string) {
    const rows = await this.db.query<Pick<Issue, 'title' | 'summary' | 'terms' | 'vector' | 'model'>>(
      `select title, summary, terms, vector, model from conversation_issues i
       where organization_id = $1 and cluster_id = $2 order by created_at desc, id limit ${MAX_TO_DESCRIBE}`,
      [organizationId, clusterId],
    );
    return rows.map((row) => ({ ...row, vector: row.vector === null ? null : unpackVector(row.vector) }));
  }

  async insert(issues: readonly Issue[]): Promise<void> {
    if (issues.length > 0) await this.db.manager.insert(IssueEntity, issues as never);
  }

  async delete(organizationId: string, ids: readonly string[]): Promise<void> {
    await this.db.execute('delete from conversation_issues where organization_id = $1 and id = any($2)', [
      organizationId,
      ids,
    ]);
  }

  /** Stores the cluster and similarity of these issues; nothing else. */
  async assignClusters(organizationId: string, issues: readonly ClusteredIssue[]): Promise<void> {
    await this.db.execute(
      `update conversation_issues i set cluster_id = p.cluster_id, neighbours = p.neighbours
       from unnest($2::text[], $3::text[], $4::jsonb[]) as p (id, cluster_id, neighbours)
       where i.organization_id = $1 and i.id = p.id`,
      [
        organizationId,
        issues.map(({ id }) => id),
        issues.map(({ clusterId }) => clusterId),
        issues.map(({ neighbours }) => storableJson(neighbours)),
      ],
    );
  }

  /** Of those that are not loaded, too: their cluster became part of another. */
  async moveAll(organizationId: string, from: string, to: string): Promise<void> {
    await this.db.execute(
      'update conversation_issues set cluster_id = $3 where organization_id = $1 and cluster_id = $2',
      [organizationId, from, to],
    );
  }

  /** Number of issues of clusters by week, the present one being 0. */
  async weeks(
    organizationId: string,
    clusterIds: readonly string[],
    now: Date,
    most: number,
  ): Promise<{ clusterId: string; week: number; issues: number }[]> {
    return this.db.query(
      `select cluster_id as "clusterId", least(greatest(floor(extract(epoch from ($3::timestamptz - created_at)) / 604800), 0), $4)::int as week,
         count(*)::int as issues
       from conversation_issues where organization_id = $1 and cluster_id = any($2)
         and created_at > $3::timestamptz - $4::int * interval '7 days'
       group by 1, 2`,
      [organizationId, clusterIds, now, most],
    );
  }
}
