import type { Element, ElementContent, Parents, Root, Text } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import { QuotableText, type Quote, type TextRange } from '#modules/comments/index.js';
import { parseHtmlFragment, TangledHtml } from '#platform/html/parse-html.js';

/** Words to mark in the HTML of a block. */
export interface MarkedQuote extends Quote {
  /** True for words of one cell of a table: they are marked where nothing else in the table says the same. */
  isInCell?: boolean;
}

/** Elements within a line; all others begin a new one. */
const INLINE = new Set(
  'a abbr b bdi code del em i ins kbd label mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);
/** Elements whose words are no words of the text, or not any more. */
const SKIPPED = new Set('button del math option script select style svg template textarea'.split(' '));

/** To parse more characters would keep others waiting. */
const LONGEST = 300_000;

/** A piece of shown text, with its place in the whole. */
interface Piece {
  node: Text;
  start: number;
}

/**
 * HTML of blocks as pages show it, with `mark` around quoted words. Deleted words are no words of the text. Quotes that it
 * does not hold change nothing, and blocks of hundreds of thousands of characters stay without marks.
 */
export function markQuotes(html: string, quotes: readonly MarkedQuote[]): string {
  const root = quotes.length === 0 || html.length > LONGEST ? null : parsed(html);
  if (!root) return html;
  const { text, pieces } = read(root);
  const shown = new QuotableText(text);
  const ranges = quotes.flatMap((quote) => {
    if (quote.isInCell === true && !shown.holdsOnce(quote)) return [];
    return shown.find(quote) ?? [];
  });
  if (ranges.length === 0) return html;
  const marked = markedPieces(pieces, joined(ranges));
  replace(root, marked);
  return toHtml(root);
}

function parsed(html: string): Root | null {
  try {
    return parseHtmlFragment(html);
  } catch (error) {
    if (error instanceof TangledHtml) return null;
    throw error;
  }
}

function read(root: Root): { text: string; pieces: Piece[] } {
  const pieces: Piece[] = [];
  const parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const collect = (parent: Parents): void => {
    for (const node of parent.children) {
      if (node.type === 'text') {
        pieces.push({ node, start: length });
        add(node.value);
      } else if (node.type === 'element') {
        const gap = INLINE.has(node.tagName) ? '' : '\n';
        add(gap);
        if (!isSkipped(node)) collect(node);
        add(gap);
      }
    }
  };
  collect(root);
  return { text: parts.join(''), pieces };
}

function isSkipped({ tagName, properties }: Element): boolean {
  const { className, ariaHidden } = properties;
  const isHidden = Array.isArray(className) && className.includes('visually-hidden');
  return SKIPPED.has(tagName) || isHidden || ariaHidden === 'true';
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

/** The nodes that take the place of texts that have words of the ranges, which are in their order. */
function markedPieces(
  pieces: readonly Piece[],
  ranges: readonly TextRange[],
): Map<ElementContent, ElementContent[]> {
  const marked = new Map<ElementContent, ElementContent[]>();
  let first = 0;
  for (const { node, start } of pieces) {
    while (first < ranges.length && ranges[first]!.end <= start) first++;
    const nodes: ElementContent[] = [];
    let done = 0;
    for (let at = first; at < ranges.length && ranges[at]!.start < start + node.value.length; at++) {
      const from = Math.max(ranges[at]!.start - start, 0);
      const to = Math.min(ranges[at]!.end - start, node.value.length);
      // White space between blocks, such as rows of a table, may have no element around it.
      if (node.value.slice(from, to).trim() === '') continue;
      nodes.push(textNode(node.value.slice(done, from)));
      nodes.push(h('mark', { class: 'review-words' }, node.value.slice(from, to)));
      done = to;
    }
    if (nodes.length > 0) marked.set(node, [...nodes, textNode(node.value.slice(done))]);
  }
  return marked;
}

function textNode(value: string): Text {
  return { type: 'text', value };
}

function replace(parent: Parents, marked: ReadonlyMap<ElementContent, ElementContent[]>): void {
  parent.children = parent.children.flatMap((node) => marked.get(node as ElementContent) ?? node);
  for (const node of parent.children) if (node.type === 'element') replace(node, marked);
}
