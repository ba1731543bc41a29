import { blockDigest } from '../block-digest.js';
import type { DocumentBlock } from '../document.types.js';
import { matchSequences } from '../match-sequences.js';
import { placeOf } from './places.js';

/** Whole lines of a text, and the blocks that were read from them: one, unless several share a line or a tag. */
export interface Segment {
  blocks: DocumentBlock[];
  /** First and last line. */
  from: number;
  to: number;
  /** Column of the text on the first line. */
  column: number;
}

/** The lines of the next block: those of a segment, changed or not, or new ones. */
export type Unit =
  { kind: 'kept' | 'changed'; segment: number; next: number } | { kind: 'new'; next: number };

/**
 * The segments of sibling blocks in the order of the text.
 * @returns undefined when a block has no place, or they do not stand one after the other in the lines.
 */
export function segmentsOf(
  blocks: readonly DocumentBlock[],
  region: { from: number; to: number },
): Segment[] | undefined {
  const segments: Segment[] = [];
  for (const block of blocks) {
    const place = placeOf(block);
    if (!place) return undefined;
    const { line: from, column } = place.from;
    const to = place.to.line;
    const last = segments.at(-1);
    if (last && from < last.from) return undefined;
    if (last && from <= last.to) {
      last.blocks.push(block);
      last.to = Math.max(last.to, to);
    } else segments.push({ blocks: [block], from, to, column });
  }
  const [first, last] = [segments[0], segments.at(-1)];
  return first && last && (first.from < region.from || last.to > region.to) ? undefined : segments;
}

/** Decides for each wanted block which lines it is written with. */
export function unitsOf(segments: readonly Segment[], next: DocumentBlock[]): Unit[] {
  const before = segments.flatMap(({ blocks }) => blocks);
  const segmentOf = segments.flatMap(({ blocks }, at) => blocks.map(() => at));
  const pairOf = new Map(matchSequences(before, next, new Set()).map(([from, to]) => [to, from]));
  const isSame = (from: number, to: number): boolean => blockDigest(before[from]!) === blockDigest(next[to]!);
  const units: Unit[] = [];
  for (let at = 0; at < next.length; at += 1) {
    const from = pairOf.get(at);
    const segment = from === undefined ? undefined : segmentOf[from]!;
    if (from === undefined || segment === undefined) {
      units.push({ kind: 'new', next: at });
      continue;
    }
    const { length } = segments[segment]!.blocks;
    if (length === 1) {
      units.push({ kind: isSame(from, at) ? 'kept' : 'changed', segment, next: at });
      continue;
    }
    // Blocks that share lines stay only together.
    const isWhole =
      segmentOf[from - 1] !== segment &&
      segments[segment]!.blocks.every(
        (_, index) => pairOf.get(at + index) === from + index && isSame(from + index, at + index),
      );
    units.push(isWhole ? { kind: 'kept', segment, next: at } : { kind: 'new', next: at });
    if (isWhole) at += length - 1;
  }
  return units;
}
