import { blockDigest } from './block-digest.js';
import type { DocumentBlock } from './document.types.js';
import { plainText } from './document-nodes.js';

/** Pairs of indexes, `[before, after]`. */
export type Pairs = [number, number][];

/** Equal blocks of two lists: those in the same order, strictly increasing in both, and those that were moved past them. */
interface Equals {
  inOrder: Pairs;
  moved: Pairs;
}

/**
 * Matches two lists of sibling blocks: first blocks with equal content, in order or, where they are unique on both sides,
 * moved; then within each gap those of the same type, the most similar first, then in order. Work is limited to a constant
 * times the length of the lists: a gap too large for a table of similarities is matched in order.
 * @param apart blocks that are edited forms of no other block in the lists.
 */
export function matchSequences(
  before: DocumentBlock[],
  after: DocumentBlock[],
  apart: ReadonlySet<DocumentBlock>,
): Pairs {
  const { inOrder, moved } = equals(before, after);
  const pairs: Pairs = [...moved];
  const [gone, come] = [new Set(moved.map(([a]) => a)), new Set(moved.map(([, b]) => b))];
  let [from, to] = [0, 0];
  for (const [left, right] of [...inOrder, [before.length, after.length] as [number, number]]) {
    const old = range(from, left).filter((at) => !gone.has(at) && !apart.has(before[at]!));
    const now = range(to, right).filter((at) => !come.has(at) && !apart.has(after[at]!));
    const gap = matchGap(
      old.map((at) => before[at]!),
      now.map((at) => after[at]!),
    );
    for (const [a, b] of gap) pairs.push([old[a]!, now[b]!]);
    if (left < before.length) pairs.push([left, right]);
    [from, to] = [left + 1, right + 1];
  }
  return pairs;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
}

/** Equal blocks: the common start and end, then those that are unique on both sides: the longest rising chain, and the others. */
function equals(before: DocumentBlock[], after: DocumentBlock[]): Equals {
  const left = before.map((block) => blockDigest(block));
  const right = after.map((block) => blockDigest(block));
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end))
    end += 1;
  const head: Pairs = Array.from({ length: start }, (_, at) => [at, at]);
  const tail: Pairs = Array.from({ length: end }, (_, at) => [
    left.length - end + at,
    right.length - end + at,
  ]);
  const middle = uniquePairs(
    left.slice(start, left.length - end),
    right.slice(start, right.length - end),
  ).map(([a, b]): [number, number] => [a + start, b + start]);
  const chain = risingChain(middle);
  const rising = new Set(chain);
  return { inOrder: [...head, ...chain, ...tail], moved: middle.filter((pair) => !rising.has(pair)) };
}

function uniquePairs(left: string[], right: string[]): Pairs {
  const places = (list: string[]): Map<string, number> => {
    const found = new Map<string, number>();
    list.forEach((one, at) => found.set(one, found.has(one) ? -1 : at));
    return found;
  };
  const [before, after] = [places(left), places(right)];
  const pairs: Pairs = [];
  for (const [digest, at] of before) {
    const other = after.get(digest);
    if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other]);
  }
  return pairs;
}

/** Longest subsequence that rises in both numbers (patience sorting). */
function risingChain(pairs: Pairs): Pairs {
  const tails: number[] = [];
  const links: (number | undefined)[] = [];
  pairs.forEach(([, value], at) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] as number] as [number, number])[1] < value) low = middle + 1;
      else high = middle;
    }
    links[at] = low > 0 ? tails[low - 1] : undefined;
    tails[low] = at;
  });
  const chain: Pairs = [];
  for (let at = tails.at(-1); at !== undefined; at = links[at]) chain.push(pairs[at] as [number, number]);
  return chain.reverse();
}

const MAX_GAP_PAIRS = 40_000;

/** Matches the blocks between two anchors: no two are equal and unique, but one may be an edited form of another. */
function matchGap(before: DocumentBlock[], after: DocumentBlock[]): Pairs {
  if (before.length === 0 || after.length === 0) return [];
  if (before.length * after.length > MAX_GAP_PAIRS) return matchInOrder(before, after);
  return mostSimilar(before, after);
}

function matchInOrder(before: DocumentBlock[], after: DocumentBlock[]): Pairs {
  const pairs: Pairs = [];
  let from = 0;
  after.forEach((block, to) => {
    const limit = Math.min(before.length, from + 20);
    for (let at = from; at < limit; at += 1) {
      if (before[at]?.type !== block.type) continue;
      pairs.push([at, to]);
      from = at + 1;
      return;
    }
  });
  return pairs;
}

/** The order-preserving match with the greatest sum of similarities. */
function mostSimilar(before: DocumentBlock[], after: DocumentBlock[]): Pairs {
  const left = before.map((block) => fingerprint(block));
  const right = after.map((block) => fingerprint(block));
  const width = right.length + 1;
  const best = new Float64Array((left.length + 1) * width);
  const scores = new Float64Array(left.length * right.length);
  for (let a = left.length - 1; a >= 0; a -= 1) {
    for (let b = right.length - 1; b >= 0; b -= 1) {
      const score = similarity(left[a] as Fingerprint, right[b] as Fingerprint);
      scores[a * right.length + b] = score;
      const pair = score > 0 ? score + (best[(a + 1) * width + b + 1] as number) : 0;
      best[a * width + b] = Math.max(
        pair,
        best[(a + 1) * width + b] as number,
        best[a * width + b + 1] as number,
      );
    }
  }
  const pairs: Pairs = [];
  for (let a = 0, b = 0; a < left.length && b < right.length;) {
    const score = scores[a * right.length + b] as number;
    const here = best[a * width + b] as number;
    if (score > 0 && here === score + (best[(a + 1) * width + b + 1] as number)) pairs.push([a++, b++]);
    else if (here === best[(a + 1) * width + b]) a += 1;
    else b += 1;
  }
  return pairs;
}

interface Fingerprint {
  type: string;
  digest: string;
  words: Set<string>;
}

function fingerprint(block: DocumentBlock): Fingerprint {
  const texts = [
    plainText(block.nodes),
    ...(block.fragments ?? []).slice(0, 50).map((one) => plainText(one.nodes)),
  ];
  const data = typeof block.data['title'] === 'string' ? block.data['title'] : '';
  const words =
    `${texts.join(' ')} ${data}`
      .toLowerCase()
      .slice(0, 4000)
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return { type: block.type, digest: blockDigest(block), words: new Set(words) };
}

/** 0 for another type; between 0.1 and 1 by the share of common words; higher than all of these for equal content. */
function similarity(a: Fingerprint, b: Fingerprint): number {
  if (a.type !== b.type) return 0;
  if (a.digest === b.digest) return 2;
  if (a.words.size === 0 && b.words.size === 0) return 0.5;
  let common = 0;
  for (const word of a.words) if (b.words.has(word)) common += 1;
  return 0.1 + (0.9 * 2 * common) / (a.words.size + b.words.size);
}
