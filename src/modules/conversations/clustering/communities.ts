import { UndirectedGraph } from 'graphology';
import louvainModule from 'graphology-communities-louvain';
import type { ClusteredIssue } from './clustered-issue.js';

/** What is imported is the function itself; its types say that it is a member. */
const louvain = louvainModule as unknown as typeof louvainModule.default;

/** How fine clusters are: the penalty of the modularity for what stands together without being alike. */
const RESOLUTION = 3.6;
/** With fewer issues than this, clusters are no finer than with so many. */
const FEWEST = 150;
/** Coarser than this, the first few questions about one product would all be one cluster. */
const COARSEST = 0.75;
/** What is no more alike than this does not hold anything together. */
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
  const communities = louvain(graph, {
    resolution: (issues.length / total) * Math.max(RESOLUTION * Math.min(1, total / FEWEST), COARSEST),
    getEdgeWeight: 'weight',
    // The same issues always fall into the same groups.
    randomWalk: false,
  });
  const groups = new Map<number, ClusteredIssue[]>();
  for (const issue of issues) {
    const community = communities[issue.id]!;
    const group = groups.get(community);
    if (group) group.push(issue);
    else groups.set(community, [issue]);
  }
  return [...groups.values()];
}

/** Of a pair, each counts itself. */
function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const id of one) if (other.has(id)) shared++;
  return shared / (one.size + other.size - shared);
}
