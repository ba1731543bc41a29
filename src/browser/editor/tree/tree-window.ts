import type { TreeRow } from './tree-model.js';

/** Rows from one index up to, but without, another. */
export interface RowRange {
  from: number;
  to: number;
}

/** A drawn row by its index, or the space that rows beside it would take, as a multiple of the height of a row. */
export type DrawnPart = { at: number } | { before: number; space: number };

/** Trees of up to so many rows are drawn as a whole. */
const MOST_DRAWN = 200;
/** Rows that are drawn beyond both ends of the visible part. */
const BEYOND = 12;
/** Height of the row of a group with the space above it; the style sheet says the same. */
const GROUP = 4 / 3;

/** True for trees of which only the rows near the visible part are drawn. */
export function isLongTree(rows: readonly TreeRow[]): boolean {
  return rows.length > MOST_DRAWN;
}

/** The distance of each row from the top, as a multiple of the height of a row; the last one is the height of all. */
export function rowTops(rows: readonly TreeRow[]): Float64Array {
  const tops = new Float64Array(rows.length + 1);
  rows.forEach(({ page }, at) => (tops[at + 1] = tops[at]! + (page.type === 'group' ? GROUP : 1)));
  return tops;
}

/** The rows to draw where the part of the tree between two distances from its top is visible, and some beyond. */
export function rowsBetween(tops: Float64Array, start: number, end: number): RowRange {
  const last = tops.length - 1;
  const from = Math.max(0, firstAfter(tops, start) - 1 - BEYOND);
  return { from, to: Math.max(from, Math.min(last, firstAfter(tops, end) + BEYOND)) };
}

/** The parts of the list in their order: the rows of the range, single rows that stay wherever they are, and the space between. */
export function drawnParts(tops: Float64Array, { from, to }: RowRange, kept: readonly number[]): DrawnPart[] {
  const last = tops.length - 1;
  const others = kept.filter((at) => at >= 0 && at < last && (at < from || at >= to));
  const range = Array.from({ length: Math.min(last, to) - from }, (_, index) => from + index);
  const drawn = [...new Set([...others, ...range])].sort((a, b) => a - b);
  const parts: DrawnPart[] = [];
  let next = 0;
  for (const at of [...drawn, last]) {
    if (at > next) parts.push({ before: at, space: tops[at]! - tops[next]! });
    if (at < last) parts.push({ at });
    next = at + 1;
  }
  return parts;
}

/** The first index whose distance is greater. */
function firstAfter(tops: Float64Array, distance: number): number {
  let [low, high] = [0, tops.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tops[middle]! > distance) high = middle;
    else low = middle + 1;
  }
  return low;
}
