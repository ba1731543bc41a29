import { Injectable } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
import { Clock } from '#platform/clock/clock.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { newId } from '#platform/ids/ids.js';
import { arrange, type ArrangedCluster } from '../clustering/arrange.js';
import type { ClusteredIssue } from '../clustering/clustered-issue.js';
import { describeCluster } from '../clustering/describe-cluster.js';
import { NearClusters } from '../clustering/near-clusters.js';
import { introduce, Similarity } from '../clustering/neighbours.js';
import { packedOf, unpackVector } from '../language/vector.js';
import { ClustersRepository } from '../records/clusters.repository.js';
import { type Issue, IssuesRepository } from '../records/issues.repository.js';

/** Up to here every new issue may change what a cluster is called. */
const FEW_ISSUES = 12;

/** Puts new issues into clusters, and keeps what is told of these true. Inside the transaction that stored the issues. */
@Injectable()
export class ClusterIssues {
  constructor(
    private readonly clock: Clock,
    private readonly issues: IssuesRepository,
    private readonly clusters: ClustersRepository,
    private readonly changeRequests: ChangeRequests,
  ) {}

  /** @param touched ids of clusters that lost issues, or whose issues changed otherwise. */
  async assignClusters(
    organizationId: string,
    added: readonly Issue[],
    touched: readonly string[],
  ): Promise<void> {
    const middles = await this.clusters.loadMiddles(organizationId);
    const fresh = added.map(asClustered);
    const clusters = new NearClusters(middles);
    const near = new Map(fresh.map((issue) => [issue.id, clusters.nearestTo(issue)]));
    const loaded = await this.issues.loadClustered(organizationId, [...new Set([...near.values()].flat())]);
    for (const issue of fresh) loaded.set(issue.id, issue);
    const before = new Map([...loaded.values()].map(({ id, clusterId }) => [id, clusterId]));
    const introduced = await this.introduceAll(fresh, near, loaded);
    const known = new Map<string, ArrangedCluster>(middles.map((middle) => [middle.id, { ...middle }]));
    const total = await this.issues.count(organizationId);
    const { changed, merged, regrouped } = arrange(loaded, fresh, known, total, () => newId());
    const moved = [...loaded.values()].filter(
      (issue) => introduced.has(issue) || issue.clusterId !== before.get(issue.id),
    );
    await this.issues.assignClusters(organizationId, moved);
    for (const [from, to] of merged) {
      await this.issues.moveAll(organizationId, from, to);
      await this.changeRequests.moveToCluster(organizationId, from, to);
    }
    for (const id of touched) changed.add(id);
    await this.describe(organizationId, changed, known, regrouped, merged);
    await this.clusters.recount(organizationId, [...changed], this.clock.now());
    const counted = [...known.values()].filter(({ id }) => changed.has(id));
    await this.clusters.setChanges(organizationId, counted);
  }

  /** @returns the issues whose neighbours changed, the new ones included. */
  private async introduceAll(
    fresh: readonly ClusteredIssue[],
    near: ReadonlyMap<string, readonly string[]>,
    loaded: ReadonlyMap<string, ClusteredIssue>,
  ): Promise<Set<ClusteredIssue>> {
    const eventLoop = new EventLoopYield();
    const similarity = new Similarity(loaded.values());
    const members = new Map<string, ClusteredIssue[]>();
    const met: ClusteredIssue[] = [];
    const isFresh = new Set(fresh);
    for (const issue of loaded.values()) {
      if (isFresh.has(issue)) continue;
      if (issue.clusterId === null) met.push(issue);
      else if (members.get(issue.clusterId)?.push(issue) === undefined) members.set(issue.clusterId, [issue]);
    }
    const changed = new Set(fresh);
    for (const issue of fresh) {
      await eventLoop.yieldIfDue();
      const others = [...met, ...(near.get(issue.id) ?? []).flatMap((id) => members.get(id) ?? [])];
      for (const other of introduce(issue, others, similarity)) changed.add(other);
      met.push(issue);
    }
    return changed;
  }

  /**
   * The vectors of a cluster's issues are new: they are held against each other anew, and the whole cluster once more is asked for what it is
   * when the next issues come. What it is called and which id it has stay.
   */
  async compareAnew(organizationId: string, clusterId: string): Promise<void> {
    const loaded = await this.issues.loadClustered(organizationId, [clusterId]);
    const members = [...loaded.values()].filter((issue) => issue.clusterId === clusterId);
    const similarity = new Similarity(members);
    const eventLoop = new EventLoopYield();
    for (const [at, issue] of members.entries()) {
      await eventLoop.yieldIfDue();
      issue.neighbours = [];
      introduce(issue, members.slice(0, at), similarity);
    }
    await this.issues.assignClusters(organizationId, members);
    const described = await this.describedAs(organizationId, clusterId);
    if (!described) return;
    const { centroid, model, terms } = described;
    await this.clusters.update(organizationId, clusterId, { centroid, model, terms });
    await this.clusters.setChanges(organizationId, [{ id: clusterId, changes: members.length }]);
  }

  /** New clusters get a name; others another one when they were grouped anew, or are small. */
  private async describe(
    organizationId: string,
    changed: ReadonlySet<string>,
    known: ReadonlyMap<string, ArrangedCluster>,
    regrouped: ReadonlySet<string>,
    merged: ReadonlyMap<string, string>,
  ): Promise<void> {
    const now = this.clock.now();
    for (const id of changed) {
      const cluster = known.get(id);
      if (merged.has(id) || (cluster && cluster.issues > FEW_ISSUES && !regrouped.has(id))) continue;
      const described = await this.describedAs(organizationId, id);
      if (!described) continue;
      if (cluster) await this.clusters.update(organizationId, id, described);
      else {
        const counts = { issues: 0, conversations: 0, sources: {}, changes: 0 };
        await this.clusters.insert({
          organizationId,
          id,
          ...described,
          ...counts,
          createdAt: now,
          updatedAt: now,
        });
      }
    }
  }

  /** Null for a cluster that nothing is in. */
  private async describedAs(organizationId: string, id: string) {
    const members = await this.issues.loadDescribed(organizationId, id);
    if (members.length === 0) return null;
    const model = commonest(members.flatMap((member) => member.model ?? []));
    const { middle, ...words } = describeCluster(
      members.map((member) => (member.model === model ? member : { ...member, vector: null })),
    );
    return { ...words, centroid: middle && packedOf(middle), model };
  }
}

function asClustered({ id, terms, vector, model }: Issue): ClusteredIssue {
  return { id, clusterId: null, terms, vector: vector && unpackVector(vector), model, neighbours: [] };
}

function commonest(values: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
