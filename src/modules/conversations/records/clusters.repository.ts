import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Page, type PageRequest, paginate, type SortKey } from '#platform/database/pagination.js';
import { unpackVector, type Vector } from '../language/vector.js';
import { ClusterEntity } from './cluster.entity.js';

export type Cluster = Readonly<ClusterEntity>;
/** Change requests made for a cluster, by how far they are. */
export interface ClusterTasks {
  tasksTotal: number;
  tasksBacklog: number;
  tasksStarted: number;
  tasksCompleted: number;
  tasksCancelled: number;
}
/** Shown members of a cluster. */
export type ShownCluster = Omit<Cluster, 'centroid' | 'model' | 'terms' | 'changes'> & ClusterTasks;
/** Members of a cluster with which new issues are compared. */
export type ClusterMiddle = Pick<Cluster, 'id' | 'issues' | 'changes' | 'model' | 'terms'> & {
  middle: Vector | null;
};
type Row = ShownCluster & { [column: string]: unknown };

export const CLUSTER_ORDERS = [
  'updatedAt',
  'issues',
  'conversations',
  'tasksTotal',
  'tasksBacklog',
  'tasksStarted',
] as const;
/** `pending`: no change request was made for it; `analysing`: one is under way. */
export const CLUSTER_STATUSES = ['pending', 'analysing'] as const;

export interface ClusterFilter {
  order?: 'asc' | 'desc';
  orderBy?: (typeof CLUSTER_ORDERS)[number];
  status?: (typeof CLUSTER_STATUSES)[number];
}

const SHOWN = `c.organization_id as "organizationId", c.id, c.label, c.summary, c.icon, c.issues, c.conversations, c.sources,
  c.created_at as "createdAt", c.updated_at as "updatedAt", t."tasksTotal", t."tasksBacklog", t."tasksStarted",
  t."tasksCompleted", t."tasksCancelled"`;
const FROM = `from conversation_clusters c cross join lateral (
  select count(*)::int as "tasksTotal", count(*) filter (where r.status = 'draft')::int as "tasksBacklog",
    count(*) filter (where r.status = 'open')::int as "tasksStarted",
    count(*) filter (where r.status = 'merged')::int as "tasksCompleted",
    count(*) filter (where r.status = 'archived')::int as "tasksCancelled"
  from change_requests r
  where r.organization_id = c.organization_id and r.conversations_issues_cluster = c.id) t`;
const KEYS: Record<(typeof CLUSTER_ORDERS)[number], Omit<SortKey, 'direction'>> = {
  updatedAt: { sql: 'c.updated_at', type: 'timestamptz' },
  issues: { sql: 'c.issues', type: 'int' },
  conversations: { sql: 'c.conversations', type: 'int' },
  tasksTotal: { sql: 't."tasksTotal"', type: 'int' },
  tasksBacklog: { sql: 't."tasksBacklog"', type: 'int' },
  tasksStarted: { sql: 't."tasksStarted"', type: 'int' },
};
const STATUS = {
  pending: 't."tasksTotal" = 0',
  analysing: 't."tasksBacklog" + t."tasksStarted" > 0',
} as const;

/** Every query on `conversation_clusters`. */
@Injectable()
export class ClustersRepository {
  constructor(private readonly db: Database) {}

  async find(organizationId: string, id: string): Promise<ShownCluster | null> {
    const sql = `select ${SHOWN} ${FROM} where c.organization_id = $1 and c.id = $2`;
    return (await this.db.query<Row>(sql, [organizationId, id]))[0] ?? null;
  }

  list(organizationId: string, filter: ClusterFilter, page: PageRequest): Promise<Page<ShownCluster>> {
    const { order: direction = 'desc', orderBy = 'updatedAt', status } = filter;
    return paginate<Row>(this.db, page, {
      select: SHOWN,
      from: `${FROM} where c.organization_id = $1${status ? ` and ${STATUS[status]}` : ''}`,
      values: [organizationId],
      by: [
        { ...KEYS[orderBy], direction },
        { sql: 'c.id', type: 'text', direction },
      ],
    });
  }

  /** All clusters of an organization, in what new issues are held against. */
  async loadMiddles(organizationId: string): Promise<ClusterMiddle[]> {
    const rows = await this.db.query<
      Pick<Cluster, 'id' | 'issues' | 'changes' | 'model' | 'terms' | 'centroid'>
    >(
      'select id, issues, changes, model, terms, centroid from conversation_clusters where organization_id = $1 order by id',
      [organizationId],
    );
    return rows.map(({ centroid, ...row }) => ({
      ...row,
      middle: centroid === null ? null : unpackVector(centroid),
    }));
  }

  async insert(cluster: Cluster): Promise<void> {
    await this.db.manager.insert(ClusterEntity, cluster as never);
  }

  async update(
    organizationId: string,
    id: string,
    changes: Partial<Pick<Cluster, 'label' | 'summary' | 'icon' | 'centroid' | 'model' | 'terms'>>,
  ): Promise<void> {
    await this.db.manager.update(ClusterEntity, { organizationId, id }, changes);
  }

  async setChanges(
    organizationId: string,
    clusters: readonly { id: string; changes: number }[],
  ): Promise<void> {
    await this.db.execute(
      `update conversation_clusters c set changes = n.changes from unnest($2::text[], $3::int[]) as n (id, changes)
       where c.organization_id = $1 and c.id = n.id`,
      [organizationId, clusters.map(({ id }) => id), clusters.map(({ changes }) => changes)],
    );
  }

  /** Counts anew what is in these clusters, and forgets those that nothing is in. */
  async recount(organizationId: string, ids: readonly string[], now: Date): Promise<void> {
    await this.db.execute(
      `update conversation_clusters c set issues = n.issues, conversations = n.conversations, sources = n.sources,
         updated_at = case when (c.issues, c.conversations, c.sources) is distinct from (n.issues, n.conversations, n.sources)
           then $3 else c.updated_at end
       from (select cluster_id, sum(issues)::int as issues, sum(conversations)::int as conversations,
               jsonb_object_agg(source, issues) as sources
             from (select i.cluster_id, v.source, count(*)::int as issues, count(distinct v.id)::int as conversations
                   from conversation_issues i
                   join conversations v on v.organization_id = i.organization_id and v.id = i.conversation_id
                   where i.organization_id = $1 and i.cluster_id = any($2) group by 1, 2) s
             group by 1) n
       where c.organization_id = $1 and c.id = n.cluster_id`,
      [organizationId, ids, now],
    );
    await this.db.execute(
      `delete from conversation_clusters c where c.organization_id = $1 and c.id = any($2) and not exists (
         select from conversation_issues i where i.organization_id = $1 and i.cluster_id = c.id)`,
      [organizationId, ids],
    );
  }
}
