import { cosine } from '../language/vector.js';
import type { ClusterMiddle } from '../records/clusters.repository.js';
import type { ClusteredIssue } from './clustered-issue.js';

/** An issue is held against the issues of so many clusters, those whose middles are nearest. */
const MAX_BY_MEANING = 24;
/** And of so many that it can only be compared with by words. */
const MAX_BY_WORDS = 12;

/** Finds the clusters that issues may belong to, among all of an organization. */
export class NearClusters {
  /** In how many clusters terms are. */
  private readonly counts = new Map<string, number>();

  constructor(private readonly clusters: readonly ClusterMiddle[]) {
    for (const { terms } of clusters)
      for (const term of terms) this.counts.set(term, (this.counts.get(term) ?? 0) + 1);
  }

  /** Ids of those nearest by meaning, and of those of other languages or models that share its words, rare ones first. */
  nearestTo({ vector, model, terms }: ClusteredIssue): string[] {
    const isComparable = ({ middle, model: other }: ClusterMiddle) => middle && vector && other === model;
    const byMeaning = this.clusters.flatMap((cluster) =>
      isComparable(cluster) ? [{ id: cluster.id, near: cosine(vector!, cluster.middle!) }] : [],
    );
    const wanted = new Set(terms);
    const byWords = this.clusters.flatMap((cluster) => {
      const near = isComparable(cluster)
        ? 0
        : this.weightOf(cluster.terms.filter((term) => wanted.has(term)));
      return near === 0 ? [] : [{ id: cluster.id, near }];
    });
    return [...best(byMeaning, MAX_BY_MEANING), ...best(byWords, MAX_BY_WORDS)];
  }

  private weightOf(terms: readonly string[]): number {
    return terms.reduce((sum, term) => sum + Math.log(1 + this.clusters.length / this.counts.get(term)!), 0);
  }
}

function best(found: { id: string; near: number }[], most: number): string[] {
  return found
    .sort((a, b) => b.near - a.near)
    .slice(0, most)
    .map(({ id }) => id);
}
