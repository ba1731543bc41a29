import type { Vector } from '../language/vector.js';
import type { SimilarIssue } from '../records/issue.entity.js';

/** Members of an issue that decide on its cluster. */
export interface ClusteredIssue {
  id: string;
  clusterId: string | null;
  terms: readonly string[];
  vector: Vector | null;
  /** Vectors of different models have nothing to do with each other. */
  model: string | null;
  /** The most alike, best first. */
  neighbours: SimilarIssue[];
}
