import { diffArrays } from 'diff';

/** A piece of a text, and its meaning: pieces with the same key differ in style only. */
export interface Piece {
  text: string;
  key: string;
}

/** Beyond so many differences the texts have little in common, and comparing them takes long. */
const MAX_DIFFERENCES = 400;

/** Limits what all comparisons of one text take together. */
export class MergeBudget {
  private left = 2_000_000;

  /** False once too much was compared. */
  take(pieces: number): boolean {
    this.left -= pieces;
    return this.left > 0;
  }
}

/**
 * Puts the difference of two texts into a third one that says the same as the first in another style.
 * @returns undefined where the texts differ too much.
 */
export function mergePieces(
  before: readonly Piece[],
  styled: readonly Piece[],
  after: readonly Piece[],
  budget: MergeBudget,
): string | undefined {
  if (!budget.take(before.length + styled.length + after.length)) return undefined;
  const found = differences(before, styled);
  const edits = differences(before, after);
  if (!found || !edits) return undefined;
  const inStyled = matches(found);
  const out: string[] = [];
  let done = 0;
  for (const { from, to, fromNext, toNext } of edits) {
    if (from === to && fromNext === toNext) continue;
    const [start, end] = [startIn(inStyled, from, to), endIn(inStyled, from, to, styled.length)];
    for (const { text } of styled.slice(done, Math.max(done, start))) out.push(text);
    for (const { text } of after.slice(fromNext, toNext)) out.push(text);
    done = Math.max(done, end);
  }
  for (const { text } of styled.slice(done)) out.push(text);
  return out.join('');
}

/** The beginning of the counterpart of some pieces; style before it stays. */
function startIn(inStyled: readonly (number | undefined)[], from: number, to: number): number {
  const own = from < to ? inStyled[from] : undefined;
  if (own !== undefined) return own;
  for (let at = from - 1; at >= 0; at -= 1) if (inStyled[at] !== undefined) return inStyled[at]! + 1;
  return 0;
}

function endIn(inStyled: readonly (number | undefined)[], from: number, to: number, length: number): number {
  if (from === to) return startIn(inStyled, from, to);
  if (inStyled[to - 1] !== undefined) return inStyled[to - 1]! + 1;
  for (let at = to; at < inStyled.length; at += 1) if (inStyled[at] !== undefined) return inStyled[at]!;
  return length;
}

/** A run of pieces that is replaced by others. */
interface Difference {
  from: number;
  to: number;
  fromNext: number;
  toNext: number;
}

/** The differences of two lists, the last of which is empty and stands at their ends. */
function differences(before: readonly Piece[], after: readonly Piece[]): Difference[] | undefined {
  const changes = diffArrays(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
    { maxEditLength: MAX_DIFFERENCES },
  );
  if (!changes) return undefined;
  const found: Difference[] = [];
  let open: Difference = { from: 0, to: 0, fromNext: 0, toNext: 0 };
  for (const { added, removed, count } of changes) {
    if (added) open.toNext += count;
    else if (removed) open.to += count;
    else {
      found.push(open);
      const [from, fromNext] = [open.to + count, open.toNext + count];
      open = { from, to: from, fromNext, toNext: fromNext };
    }
  }
  return [...found, open];
}

/** By the place of a piece in the first list, its place in the second one. */
function matches(found: readonly Difference[]): (number | undefined)[] {
  const places: (number | undefined)[] = [];
  found.forEach(({ to, toNext }, at) => {
    const { from: end = to } = found[at + 1] ?? {};
    for (let piece = to; piece < end; piece += 1) places[piece] = toNext + piece - to;
  });
  return places;
}

const WORDS =
  /[\p{L}\p{N}]+|[ \t]*(?:\r\n|\r|\n)[ \t>]*(?:(?:\r\n|\r|\n)[ \t>]*)*|[ \t]+|([*_`~$#|-])\1*|[^]/gu;

/** Splits Markdown into words, blanks and signs. One line break is a blank like any other, several are not. */
export function wordPieces(markdown: string): Piece[] {
  return (markdown.match(WORDS) ?? []).map((text) => {
    if (!/^[ \t\r\n]/.test(text)) return { text, key: text };
    const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0;
    return { text, key: breaks > 1 ? '\n\n' : ' ' };
  });
}
