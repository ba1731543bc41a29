import type { ClusteredIssue } from './clustered-issue.js';
import { communitiesOf } from './communities.js';

/** A cluster is looked at anew once this part of it is new. */
const CHANGED_PART = 0.08;
const FEWEST_CHANGES = 2;

/** A cluster as far as it is loaded. */
export interface ArrangedCluster {
  id: string;
  /** Issues that are not loaded stay where they are. */
  issues: number;
  changes: number;
}

/** Result of clustering. */
export interface Arrangement {
  /** Ids of clusters whose issues are others now. */
  changed: Set<string>;
  /** Clusters of these issues that were grouped anew. */
  regrouped: Set<string>;
  /** The successor of each dissolved cluster, which has most of its issues. */
  merged: Map<string, string>;
}

/**
 * Puts new issues into clusters: each joins the cluster that its neighbours are in; where enough has come together, the
 * issues of the clusters concerned are grouped anew, which merges and splits them. A group keeps the id of the cluster that
 * most of it comes from, so that ids last. Sets `clusterId` of the issues; alone, an issue has none.
 */
export function arrange(
  issues: ReadonlyMap<string, ClusteredIssue>,
  added: readonly ClusteredIssue[],
  clusters: Map<string, ArrangedCluster>,
  total: number,
  newId: () => string,
): Arrangement {
  const changed = new Set<string>();
  const concerned = new Set<string>();
  const loose = new Set<ClusteredIssue>();
  for (const issue of added) {
    const id = nearestCluster(issue, issues);
    const cluster = id === null ? undefined : clusters.get(id);
    if (!cluster) {
      loose.add(issue);
      for (const [near] of issue.neighbours) {
        const other = issues.get(near);
        if (other && other.clusterId === null) loose.add(other);
      }
      continue;
    }
    issue.clusterId = cluster.id;
    cluster.issues++;
    cluster.changes++;
    changed.add(cluster.id);
  }
  for (const cluster of clusters.values())
    if (cluster.changes >= Math.max(FEWEST_CHANGES, cluster.issues * CHANGED_PART)) concerned.add(cluster.id);
  const members = [...issues.values()].filter(
    (issue) => loose.has(issue) || (issue.clusterId !== null && concerned.has(issue.clusterId)),
  );
  const regrouped = new Set(concerned);
  const merged = regroup(members, total, newId, regrouped);
  for (const id of regrouped) {
    changed.add(id);
    const cluster = clusters.get(id);
    if (cluster) cluster.changes = 0;
  }
  return { changed, regrouped, merged };
}

/** The cluster that an issue's neighbours are in, the more alike the more they count. */
function nearestCluster(issue: ClusteredIssue, issues: ReadonlyMap<string, ClusteredIssue>): string | null {
  const votes = new Map<string, number>();
  for (const [id, alike] of issue.neighbours) {
    const clusterId = issues.get(id)?.clusterId;
    if (clusterId) votes.set(clusterId, (votes.get(clusterId) ?? 0) + alike);
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  return best?.[0] ?? null;
}

function regroup(
  members: readonly ClusteredIssue[],
  total: number,
  newId: () => string,
  changed: Set<string>,
): Map<string, string> {
  const groups = communitiesOf(members, total);
  const shares = groups.flatMap((group, at) =>
    [...countBy(group)].map(([clusterId, count]) => ({ clusterId, at, count })),
  );
  shares.sort((a, b) => b.count - a.count || a.clusterId.localeCompare(b.clusterId));
  const idOf = new Map<number, string>();
  const taken = new Set<string>();
  for (const { clusterId, at } of shares) {
    if (idOf.has(at) || taken.has(clusterId)) continue;
    idOf.set(at, clusterId);
    taken.add(clusterId);
  }
  groups.forEach((group, at) => {
    const id = idOf.get(at) ?? (group.length > 1 ? newId() : null);
    idOf.set(at, id ?? '');
    for (const issue of group) {
      if (issue.clusterId !== null) changed.add(issue.clusterId);
      issue.clusterId = id;
    }
    if (id !== null) changed.add(id);
  });
  const merged = new Map<string, string>();
  for (const { clusterId, at } of shares) {
    const to = idOf.get(at);
    if (!taken.has(clusterId) && !merged.has(clusterId) && to) merged.set(clusterId, to);
  }
  return merged;
}

function countBy(group: readonly ClusteredIssue[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { clusterId } of group)
    if (clusterId !== null) counts.set(clusterId, (counts.get(clusterId) ?? 0) + 1);
  return counts;
}
