import { type FoldedText, fold, foldWithOrigin } from '../text/fold.js';
import type { Section } from '../text/sections.js';
import type { Term } from './parse-query.js';

/** Range in a text. */
export type Mark = [from: number, to: number];

export interface FoundSection {
  /** Anchor; null for what stands before the first heading. */
  id: string | null;
  title: string;
  excerpt: string;
}

const EXCERPT = 220;
/** Of the excerpt, before the first word that was found. */
const BEFORE = 50;
/** Places of one word that are looked at. */
const MAX_PLACES = 20;
const HYPHENATED = /(?<![\p{L}\p{M}\p{N}])\p{L}[\p{L}\p{M}]*(?:-\p{L}[\p{L}\p{M}]*){1,2}/gu;
const IN_WORD = /[\p{L}\p{M}\p{N}]/u;

/** A folded text, and the words in it that some write without their hyphens. */
interface Searched {
  folded: string;
  hyphenated: { joined: string; at: number; length: number }[];
}

interface SearchedSection {
  title: Searched;
  body: FoldedText & Searched;
}

/** Sections that are cut from again and again are folded once. */
const searchedSections = new WeakMap<Section, SearchedSection>();

function searchedSection(section: Section): SearchedSection {
  let known = searchedSections.get(section);
  if (!known) {
    const body = foldWithOrigin(section.text.replace(/\s+/g, ' '));
    known = { title: searched(fold(section.title)), body: { ...body, ...searched(body.folded) } };
    searchedSections.set(section, known);
  }
  return known;
}

function searched(text: string): Searched {
  const found = text.includes('-') ? text.matchAll(HYPHENATED) : [];
  const hyphenated = Array.from(found, ({ 0: word, index: at }) => {
    return { joined: word.replaceAll('-', ''), at, length: word.length };
  });
  return { folded: text, hyphenated };
}

/** The sections of a page that have the most of what was looked for, best first, each with the lines around it. */
export function foundSections(
  sections: readonly Section[],
  terms: readonly Term[],
  most: number,
): FoundSection[] {
  const scored = sections.map((section) => {
    const { title, body } = searchedSection(section);
    const inTitle = terms.filter((term) => placesOf(title, term, 1).length > 0).length;
    const asTyped = terms.filter(
      ({ text }) => title.folded.includes(text) || body.folded.includes(text),
    ).length;
    const places = terms.map((term) => placesOf(body, term, MAX_PLACES));
    const inText = places.filter((found) => found.length > 0).length;
    return {
      section,
      body,
      places,
      score: 2 * inText + 3 * inTitle + asTyped,
      isFound: inTitle + inText > 0,
    };
  });
  return scored
    .filter(({ isFound }) => isFound)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ section, body, places }) => ({
      id: section.id,
      title: section.title,
      excerpt: cut(body, places),
    }));
}

/** The words of `text` that were looked for, in order, none over another. */
export function marksOf(text: string, terms: readonly Term[]): Mark[] {
  const body = foldWithOrigin(text);
  const all = terms.flatMap((term) =>
    rangesOf(searched(body.folded), term).map(([from, to]): Mark => {
      const [start, end] = [body.origin(from), body.origin(to)];
      return [start, term.kind === 'run' ? end : endOfWord(text, end)];
    }),
  );
  const marks: Mark[] = [];
  for (const mark of all.sort((a, b) => a[0] - b[0] || b[1] - a[1])) {
    const last = marks.at(-1);
    if (!last || mark[0] >= last[1]) marks.push(mark);
    else last[1] = Math.max(last[1], mark[1]);
  }
  return marks;
}

function rangesOf(text: Searched, { needles, kind, pieces = [] }: Term): Mark[] {
  const found = needles.flatMap((needle) =>
    placesOfNeedle(text.folded, needle, kind, MAX_PLACES).map((at): Mark => [at, at + needle.length]),
  );
  const hyphenated = withHyphens(text, needles).map(({ at, length }): Mark => [at, at + length]);
  if (found.length + hyphenated.length > 0) return [...found, ...hyphenated];
  return pieces.flatMap((piece) =>
    placesOfNeedle(text.folded, piece, kind, MAX_PLACES).map((at): Mark => [at, at + piece.length]),
  );
}

function withHyphens({ hyphenated }: Searched, needles: readonly string[]): Searched['hyphenated'] {
  // Nearly no section has one, and this is asked for each.
  if (hyphenated.length === 0) return hyphenated;
  return hyphenated.filter(({ joined }) => needles.some((needle) => joined.startsWith(needle)));
}

/** A word that begins with what was looked for is marked as a whole. */
function endOfWord(text: string, at: number): number {
  let end = at;
  while (end < text.length && isInWord(text, end)) end++;
  return end;
}

/** Positions of a term: words at the beginning of a word, runs anywhere; without any, those of the pieces of its name. */
function placesOf(text: Searched, { needles, kind, pieces = [] }: Term, most: number): number[] {
  for (const needle of needles) {
    const found = placesOfNeedle(text.folded, needle, kind, most);
    if (found.length > 0) return found;
  }
  const hyphenated = withHyphens(text, needles);
  if (hyphenated.length > 0) return hyphenated.slice(0, most).map(({ at }) => at);
  const found = pieces.map((piece) => placesOfNeedle(text.folded, piece, kind, most));
  return found.every((places) => places.length > 0) ? found.flat() : [];
}

function placesOfNeedle(text: string, needle: string, kind: Term['kind'], most: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at !== -1 && found.length < most; at = text.indexOf(needle, at + 1))
    if (kind === 'run' || at === 0 || !isInWord(text, at - 1)) found.push(at);
  return found;
}

/** Nearly all characters are ASCII, where a regular expression takes several times as long. */
function isInWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code > 127) return IN_WORD.test(text[at] as string);
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

function cut(body: FoldedText, places: readonly number[][]): string {
  const { text } = body;
  const start = bestStart(places);
  const from = wordStart(text, Math.max(0, body.origin(start) - BEFORE));
  const to = wordEnd(text, Math.min(text.length, from + EXCERPT));
  const excerpt = text.slice(from, to).trim();
  return `${from > 0 ? '…' : ''}${excerpt}${to < text.length ? '…' : ''}`;
}

/** The place from which an excerpt shows the most different terms; the first of several. */
function bestStart(places: readonly number[][]): number {
  // Plain loops: this runs for every section that is shown, and lists made here were most of what a search left behind.
  let [best, most] = [0, 0];
  for (const found of places) {
    for (const start of found) {
      const shown = countWithin(places, start, start + EXCERPT - BEFORE);
      if (shown > most || (shown === most && start < best)) [best, most] = [start, shown];
    }
  }
  return best;
}

/** Number of terms with a position in that part of the text. */
function countWithin(places: readonly number[][], from: number, to: number): number {
  let count = 0;
  for (const found of places) {
    for (const at of found) {
      if (at < from || at >= to) continue;
      count++;
      break;
    }
  }
  return count;
}

function wordStart(text: string, at: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, at + 30).search(/\s/);
  return space === -1 ? wholeCharacter(text, at) : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const back = text.slice(Math.max(0, at - 30), at).search(/\s\S*$/);
  return back === -1 ? wholeCharacter(text, at) : Math.max(0, at - 30) + back;
}

/** Not between the two halves of a character. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at;
}
