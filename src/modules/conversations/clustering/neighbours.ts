import { cosine } from '../language/vector.js';
import type { SimilarIssue } from '../records/issue.entity.js';
import type { ClusteredIssue } from './clustered-issue.js';

/** Number of similar issues that an issue keeps. */
const MAX_NEIGHBOURS = 8;
/** Less alike is not alike. */
const MIN_SIMILARITY = 0.45;
/** Weight of shared words in the similarity of issues with vectors. */
const WORDS_WEIGH = 0.2;
/** Below it shared words make no difference. */
const MIN_COSINE = 0.2;

/**
 * Similarity of issues: by the meaning of their sentences, and by the words they share, rare ones more than common
 * ones.
 */
export class Similarity {
  private readonly counts = new Map<string, number>();
  private total = 0;
  /** Set for issues whose words are asked for again and again. */
  private readonly weighed = new WeakMap<ClusteredIssue, { terms: Map<string, number>; length: number }>();

  /** @param issues those that are compared: what is rare is rare among them. */
  constructor(issues: Iterable<ClusteredIssue>) {
    for (const { terms } of issues) {
      this.total++;
      for (const term of terms) this.counts.set(term, (this.counts.get(term) ?? 0) + 1);
    }
  }

  /** From 0 to 1. */
  between(one: ClusteredIssue, other: ClusteredIssue): number {
    const isComparable = one.vector && other.vector && one.model === other.model;
    if (!isComparable) {
      const alike = this.ofWords(one, other);
      // Without vectors, half the words shared counts as much as sentences with the same meaning.
      return one.vector || other.vector ? alike : Math.sqrt(alike);
    }
    const meaning = cosine(one.vector!, other.vector!);
    if (meaning < MIN_COSINE) return 0;
    return (1 - WORDS_WEIGH) * meaning + WORDS_WEIGH * this.ofWords(one, other);
  }

  private ofWords(one: ClusteredIssue, other: ClusteredIssue): number {
    const a = this.compare(one);
    const b = this.compare(other);
    if (a.length === 0 || b.length === 0) return 0;
    let sum = 0;
    for (const [term, weight] of a.terms) if (b.terms.has(term)) sum += weight * weight;
    return sum / (a.length * b.length);
  }

  private compare(issue: ClusteredIssue) {
    let known = this.weighed.get(issue);
    if (known) return known;
    const terms = new Map<string, number>();
    let sum = 0;
    for (const term of issue.terms) {
      const weight = Math.log(1 + this.total / (1 + (this.counts.get(term) ?? 0)));
      terms.set(term, weight);
      sum += weight * weight;
    }
    this.weighed.set(issue, (known = { terms, length: Math.sqrt(sum) }));
    return known;
  }
}

/**
 * Finds the neighbours of an issue among others, and makes it one of theirs where it is more alike than those they have.
 * @returns those others whose neighbours changed.
 */
export function introduce(
  issue: ClusteredIssue,
  others: Iterable<ClusteredIssue>,
  similarity: Similarity,
): ClusteredIssue[] {
  const changed: ClusteredIssue[] = [];
  for (const other of others) {
    const alike = similarity.between(issue, other);
    if (alike < MIN_SIMILARITY) continue;
    keep(issue.neighbours, [other.id, alike]);
    if (keep(other.neighbours, [issue.id, alike])) changed.push(other);
  }
  return changed;
}

function keep(neighbours: SimilarIssue[], [id, alike]: SimilarIssue): boolean {
  const last = neighbours.at(-1);
  if (neighbours.length >= MAX_NEIGHBOURS && last && last[1] >= alike) return false;
  const place = neighbours.findIndex(([, other]) => other < alike);
  neighbours.splice(place === -1 ? neighbours.length : place, 0, [id, Math.round(alike * 1e4) / 1e4]);
  if (neighbours.length > MAX_NEIGHBOURS) neighbours.pop();
  return true;
}
