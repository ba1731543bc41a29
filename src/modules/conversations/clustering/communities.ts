import { UndirectedGraph } from 'graphology';
import louvainModule from 'graphology-communities-louvain';
import type { ClusteredIssue } from './clustered-issue.js';

/** The import is the function itself; its types declare it as a member. */
const louvain = louvainModule as unknown as typeof louvainModule.default;

/**
 * Granularity of clusters. The modularity's penalty for dissimilar issues in one group (its resolution) merges more
 * groups the fewer there are (Fortunato and Barthélemy, 2007), so no single value suits organizations with one subject
 * and with many. It grows with the number of groups instead: two groups merge as soon as about this part of the links
 * within each leads to the other.
 */
const GROUPS_PER_RESOLUTION = 25;
/** Neighbours of an issue reach beyond a group that is hardly larger than their number: groups of few issues need more of it. */
const SMALL_GROUPS = 2;
/** Coarser than this, the first few questions about one product would all be one cluster. */
const COARSEST = 0.75;
/** The number of groups follows from the resolution in turn: so often, or until it changes no more than this part. */
const MAX_ROUNDS = 6;
const SETTLED = 0.08;
/** Minimum similarity for holding issues together. */
const UNLIKE = 0.3;

/**
 * Groups of issues that are alike: communities of the graph of neighbours (Louvain), where an edge weighs the share of
 * neighbours that both ends have in common. Two that only touch at the edge of two subjects share few.
 * @param total number of issues of the organization: a part of them is cut as finely as the whole would be.
 */
export function communitiesOf(issues: readonly ClusteredIssue[], total: number): ClusteredIssue[][] {
  const graph = new UndirectedGraph();
  const around = new Map(
    issues.map(({ id, neighbours }) => [id, new Set([id, ...neighbours.map(([other]) => other)])]),
  );
  for (const { id } of issues) graph.addNode(id);
  for (const { id, neighbours } of issues) {
    const own = around.get(id)!;
    for (const [other, alike] of neighbours) {
      const others = around.get(other);
      if (!others || other === id || graph.hasEdge(id, other)) continue;
      graph.addEdge(id, other, { weight: overlap(own, others) * ((alike - UNLIKE) / (1 - UNLIKE)) ** 2 });
    }
  }
  if (graph.size === 0) return issues.map((issue) => [issue]);
  const communities = settledCommunities(graph, issues.length / total);
  const groups = new Map<number, ClusteredIssue[]>();
  for (const issue of issues) {
    const community = communities[issue.id]!;
    const group = groups.get(community);
    if (group) group.push(issue);
    else groups.set(community, [issue]);
  }
  return [...groups.values()];
}

/** @param share what part of all issues the graph holds. */
function settledCommunities(graph: UndirectedGraph, share: number): Record<string, number> {
  let resolution = share;
  for (let round = 1; ; round++) {
    // The same issues always fall into the same groups.
    const communities = louvain(graph, { resolution, getEdgeWeight: 'weight', randomWalk: false });
    const groups = effectiveNumber(Object.values(communities));
    const wanted = Math.max(
      COARSEST * share,
      groups / GROUPS_PER_RESOLUTION,
      (SMALL_GROUPS * groups ** 2) / graph.order,
    );
    if (round === MAX_ROUNDS || Math.abs(wanted - resolution) <= SETTLED * resolution) return communities;
    resolution = round === 1 ? wanted : (resolution + wanted) / 2;
  }
}

/** So many groups of one size would be as likely to hold two issues together; those that stand alone do not count. */
function effectiveNumber(communities: readonly number[]): number {
  const sizes = new Map<number, number>();
  for (const community of communities) sizes.set(community, (sizes.get(community) ?? 0) + 1);
  let sum = 0;
  let squares = 0;
  for (const size of sizes.values()) {
    if (size < 2) continue;
    sum += size;
    squares += size ** 2;
  }
  return squares === 0 ? 0 : sum ** 2 / squares;
}

/** Of a pair, each counts itself. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const id of one) if (other.has(id)) shared++;
  return shared / (one.size + other.size - shared);
}
