import { QuotableText, type Quote, type TextRange } from '#modules/comments/index.js';

/** Words to mark in the HTML of a block. */
export interface MarkedQuote extends Quote {
  /** True for words of one cell of a table: they are marked where nothing else in the table says the same. */
  isInCell?: boolean;
}

/** A tag, a comment, or text up to the next of them. Values of attributes may hold any character but their quotes. */
const TOKEN = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>|[^<]+|</g;
/** An escaped character, or text up to the next one. */
const UNIT = /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));|[^&]+|&/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Elements within a line; all others begin a new one. */
const INLINE = new Set(
  'a abbr b bdi code em i ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(' '),
);
const VOID = new Set('area br col embed hr img input link meta source track wbr'.split(' '));
/** Elements whose words are no words of the text, or not any more. */
const SKIPPED = new Set('button del math option script select style svg template textarea'.split(' '));
const IS_HIDDEN = /(?:^|\s)(?:class=(?:"[^"]*\bvisually-hidden\b[^"]*"|visually-hidden)|aria-hidden="?true)/;

/** A piece of shown text: its characters, and the place of each in the HTML. */
interface Piece {
  start: number;
  text: string;
  places: number[];
}

/**
 * HTML of blocks as pages show it, with `mark` around quoted words. Deleted words are no words of the text. Quotes that it
 * does not hold change nothing.
 */
export function markQuotes(html: string, quotes: readonly MarkedQuote[]): string {
  if (quotes.length === 0) return html;
  const { text, pieces } = read(html);
  const shown = new QuotableText(text);
  const ranges = quotes.flatMap((quote) => {
    if (quote.isInCell === true && !shown.holdsOnce(quote)) return [];
    return shown.find(quote) ?? [];
  });
  return ranges.length === 0 ? html : wrap(html, pieces, joined(ranges));
}

function read(html: string): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  /** Names of the open elements within the one that is skipped. */
  const skipped: string[] = [];
  for (const { 0: token, 1: end, 2: tag, 3: attributes = '', index } of html.matchAll(TOKEN)) {
    if (tag === undefined) {
      if (skipped.length > 0 || token.startsWith('<')) continue;
      const piece = { start: length, ...decode(token, index) };
      pieces.push(piece);
      add(piece.text);
      continue;
    }
    const name = tag.toLowerCase();
    const isOpening = end === '' && !VOID.has(name) && !attributes.endsWith('/');
    if (skipped.length > 0) {
      if (isOpening) skipped.push(name);
      else if (end !== '' && skipped.includes(name)) skipped.length = skipped.lastIndexOf(name);
    } else if (isOpening && (SKIPPED.has(name) || IS_HIDDEN.test(attributes))) skipped.push(name);
    if (!INLINE.has(name) && name !== 'del') add('\n');
  }
  return { text: parts.join(''), pieces };
}

function decode(token: string, start: number): Pick<Piece, 'text' | 'places'> {
  const places: number[] = [];
  const parts: string[] = [];
  for (const { 0: unit, 1: hex, 2: decimal, 3: name, index } of token.matchAll(UNIT)) {
    const isEscaped = unit.length > 1 && unit.startsWith('&');
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const characters = isEscaped
      ? name === undefined
        ? characterOf(code)
        : (NAMED[name] ?? '\ufffd')
      : unit;
    parts.push(characters);
    for (let at = 0; at < characters.length; at++) places.push(start + index + (isEscaped ? 0 : at));
  }
  places.push(start + token.length);
  return { text: parts.join(''), places };
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}

/** Ranges that overlap become one. */
function joined(ranges: readonly TextRange[]): TextRange[] {
  const all: TextRange[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = all.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

function wrap(html: string, pieces: readonly Piece[], ranges: readonly TextRange[]): string {
  const parts: string[] = [];
  let done = 0;
  let first = 0;
  for (const { start, text, places } of pieces) {
    while (first < ranges.length && ranges[first]!.end <= start) first++;
    for (let at = first; at < ranges.length && ranges[at]!.start < start + text.length; at++) {
      const from = Math.max(ranges[at]!.start - start, 0);
      const to = Math.min(ranges[at]!.end - start, text.length);
      // White space between blocks, such as rows of a table, may have no element around it.
      if (text.slice(from, to).trim() === '') continue;
      parts.push(html.slice(done, places[from]), '<mark class="review-words">');
      parts.push(html.slice(places[from], places[to]), '</mark>');
      done = places[to]!;
    }
  }
  return parts.join('') + html.slice(done);
}
