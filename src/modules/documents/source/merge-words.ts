import { diffArrays } from 'diff';
import { decodeReferences } from '../markdown/html-tag.js';

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
  const { text, source } = readReferences(markdown);
  let at = 0;
  return (text.match(WORDS) ?? []).map((key) => {
    const piece = source(at, at + key.length);
    at += key.length;
    if (!/^[ \t\r\n]/.test(key)) return { text: piece, key };
    const breaks = key.match(/\r\n|\r|\n/g)?.length ?? 0;
    return { text: piece, key: breaks > 1 ? '\n\n' : ' ' };
  });
}

const REFERENCE = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/g;
/** Signs that are written as references are no syntax, so they are others than the same signs without. */
const SIGNS_FROM = 0xe000;

/** A text with its character references read, so that words are found that are written with them. */
function readReferences(markdown: string): { text: string; source: (from: number, to: number) => string } {
  if (!markdown.includes('&')) return { text: markdown, source: (from, to) => markdown.slice(from, to) };
  let text = '';
  /** For each code unit of the text, and its end, the place in the source. */
  const places: number[] = [];
  let done = 0;
  const add = (part: string, from: number): void => {
    for (let at = 0; at < part.length; at += 1) places.push(from + at);
    text += part;
  };
  for (const { 0: whole, index } of markdown.matchAll(REFERENCE)) {
    const read = decodeReferences(whole);
    if (read === whole || /^[ \t\r\n\f]/.test(read)) continue;
    add(markdown.slice(done, index), done);
    const isSign = /^[!-/:-@[-`{-~]$/.test(read);
    for (let at = 0; at < read.length; at += 1) places.push(at === 0 ? index : index + whole.length);
    text += isSign ? String.fromCharCode(SIGNS_FROM + read.charCodeAt(0)) : read;
    done = index + whole.length;
  }
  add(markdown.slice(done), done);
  places.push(markdown.length);
  return { text, source: (from, to) => markdown.slice(places[from], places[to]) };
}
