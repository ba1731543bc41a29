import type { List, RootContent } from 'mdast';
import type { TagForm } from '../catalogue/node-form.js';
import { splitTagLine, tagShape, type GitTag } from './git-tag.js';
import type { Place } from '../source/places.js';
import type { ParseState } from './parse-state.js';

/** Block content as a flat list in which the ends of containers are visible: tags and `<details>` open and close. */
export type FlowToken = TokenForm & {
  /** Of the node that the token was made from. */
  place?: Place;
};

type TokenForm =
  | { kind: 'node'; node: RootContent; line: number; base: number }
  | { kind: 'html'; source: string; line: number }
  | { kind: 'text'; source: string; line: number }
  | OpenToken
  | { kind: 'close'; tag: GitTag; line: number }
  | { kind: 'unknown'; tag: GitTag; line: number }
  | DetailsToken
  | { kind: 'details-close'; source: string; line: number }
  | SummaryToken;

export interface OpenToken {
  place?: Place;
  kind: 'open';
  tag: GitTag;
  shape: TagForm['shape'];
  line: number;
}

export interface DetailsToken {
  place?: Place;
  kind: 'details-open';
  source: string;
  line: number;
}

export interface SummaryToken {
  place?: Place;
  kind: 'summary';
  source: string;
  inner: string;
  line: number;
}

/** Lists the tokens of some syntax tree nodes; `base` is added to their line numbers. */
export function flowTokens(nodes: RootContent[], state: ParseState, base: number): FlowToken[] {
  const tokens: FlowToken[] = [];
  collect(nodes, state, base, tokens);
  return tokens;
}

function collect(nodes: RootContent[], state: ParseState, base: number, into: FlowToken[]): void {
  for (const node of nodes) {
    const line = base + (node.position?.start.line ?? 1);
    const first = into.length;
    if (node.type === 'gitTagLine') tagLineTokens(node.value, state, line, into);
    else if (node.type === 'html') htmlTokens(node.value, state, line, into, state.places?.of(node));
    else if (node.type === 'math' && !isClosed(node)) {
      state.warn('unclosed-tag', 'a formula that starts with $$ has no end; kept as text', line);
      again(`\\$$${node.meta ?? ''}\n${node.value}`, state, line, into, { mathBlocks: false });
    } else {
      const hoisted = node.type === 'list' ? hoistedFrom(node) : [];
      into.push({ kind: 'node', node, line, base });
      if (hoisted.length > 0) {
        state.places?.cut(node, hoisted);
        collect(hoisted, state, base, into);
      }
    }
    const place = state.places?.of(node);
    if (place) for (const token of into.slice(first)) token.place ??= place;
  }
}

/**
 * Parses a part of the text again, as long as the budget for that lasts.
 * @param isLines true for whole lines of the text, whose columns are those of the part.
 */
function again(
  source: string,
  state: ParseState,
  line: number,
  into: FlowToken[],
  { isLines = false, ...options }: { mathBlocks?: boolean; isLines?: boolean } = {},
): void {
  if (source.trim() === '') return;
  if (state.mayReparse(source.length, line)) {
    const root = state.subTree(source, { ...options, line: line - 1 });
    if (isLines) state.places?.collect(root, line - 1);
    collect(root.children, state, line - 1, into);
  } else into.push({ kind: 'text', source, line });
}

function tagLineTokens(value: string, state: ParseState, line: number, into: FlowToken[]): void {
  for (const segment of splitTagLine(value) ?? [{ kind: 'text' as const, text: value }]) {
    if (segment.kind === 'text') again(segment.text, state, line, into);
    else into.push(tagToken(segment.tag, line));
  }
}

function tagToken(tag: GitTag, line: number): FlowToken {
  const shape = tagShape(tag.name);
  if (shape === undefined || isLegacyMethod(tag)) return { kind: 'unknown', tag, line };
  if (tag.closing) return shape === 'void' ? { kind: 'unknown', tag, line } : { kind: 'close', tag, line };
  return { kind: 'open', tag, shape, line };
}

/** `{% swagger method="get" path="…" baseUrl="…" %}` describes a method in place, without a file. */
function isLegacyMethod(tag: GitTag): boolean {
  return (
    tag.name === 'swagger' && !tag.closing && !tag.attributes.some((attribute) => attribute.name === 'src')
  );
}

function isClosed(node: RootContent & { type: 'math' }): boolean {
  const { start, end } = node.position ?? { start: { line: 0 }, end: { line: Number.MAX_SAFE_INTEGER } };
  const lines = node.value === '' ? 0 : node.value.split('\n').length;
  return end.line - start.line >= lines + 1;
}

const DETAILS = /<details\b[^>]*>|<\/details\s*>|<summary\b[^>]*>([\s\S]*?)<\/summary\s*>/gi;
const STARTS_DETAILS = /^\s*<\/?(?:details|summary)\b/i;

/**
 * A block of HTML continues to the next blank line, so it contains tags on separate lines and Markdown.
 * @param place of the block in the text.
 */
function htmlTokens(source: string, state: ParseState, line: number, into: FlowToken[], place?: Place): void {
  const value = source.trimStart();
  if (isVerbatim(value)) {
    if (!isUnclosed(value)) into.push({ kind: 'html', source: value, line });
    else {
      state.warn('unclosed-html', 'HTML that never ends; kept as text', line);
      again(`\\${value}`, state, line, into);
    }
    return;
  }
  const lines = value.split('\n');
  const at = lines.findIndex((one, index) => index > 0 && isOwnTagLine(one));
  if (at > 0) {
    const first = into.length;
    htmlTokens(lines.slice(0, at).join('\n'), state, line, into);
    const own = place && { from: place.from, to: { line: place.from.line + at - 1, column: Infinity } };
    if (own) for (const token of into.slice(first)) token.place = own;
    again(lines.slice(at).join('\n'), state, line + at, into, { isLines: place?.from.column === 1 });
  } else if (STARTS_DETAILS.test(value)) detailsTokens(value, state, line, into);
  else into.push({ kind: 'html', source: value, line });
}

function detailsTokens(value: string, state: ParseState, line: number, into: FlowToken[]): void {
  let end = 0;
  const between = (until: number): void => {
    const source = value.slice(end, until);
    const at = line + value.slice(0, end).split('\n').length - 1;
    // Without progress this would go on for ever: a tag that never matched is plain HTML.
    if (end === 0 && until === value.length) into.push({ kind: 'html', source, line });
    else again(dedent(source), state, at, into);
  };
  for (const match of value.matchAll(DETAILS)) {
    between(match.index);
    end = match.index + match[0].length;
    const at = line + value.slice(0, match.index).split('\n').length - 1;
    if (match[1] !== undefined) into.push({ kind: 'summary', source: match[0], inner: match[1], line: at });
    else if (match[0].startsWith('</')) into.push({ kind: 'details-close', source: match[0], line: at });
    else into.push({ kind: 'details-open', source: match[0], line: at });
  }
  between(value.length);
}

function isOwnTagLine(line: string): boolean {
  if (!/^\s*\{%/.test(line)) return false;
  const first = splitTagLine(line)?.[0];
  return first?.kind === 'tag' && tagShape(first.tag.name) !== undefined;
}

function dedent(source: string): string {
  const lines = source.split('\n');
  const widths = lines
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const width = widths.reduce((least, one) => Math.min(least, one), 100);
  return lines
    .map((line, at) => (at === 0 ? line.trimStart() : line.slice(Math.min(width, line.length))))
    .join('\n');
}

/** True for HTML that ends with a marker instead of a blank line. */
function isVerbatim(value: string): boolean {
  return /^<(?:(?:pre|script|style|textarea)(?:[\s>]|$)|!--|\?|![A-Za-z]|!\[CDATA\[)/i.test(value);
}

function isUnclosed(value: string): boolean {
  if (value.startsWith('<!--')) return !value.includes('-->', 2);
  if (value.startsWith('<?')) return !value.includes('?>');
  if (value.startsWith('<![CDATA[')) return !value.includes(']]>');
  if (value.startsWith('<!')) return !value.includes('>');
  return !/<\/(?:pre|script|style|textarea)>/i.test(value);
}

const hoistedOf = new WeakMap<List, RootContent[]>();

/**
 * Moves the ends of containers out of the last item of a list, into which they were indented. The result is kept,
 * because the same tree may be read twice and the move changes it.
 */
function hoistedFrom(list: List): RootContent[] {
  const hoisted = hoistedOf.get(list) ?? hoistCloses(list, 0);
  hoistedOf.set(list, hoisted);
  return hoisted;
}

function hoistCloses(list: List, depth: number): RootContent[] {
  const children = list.children.at(-1)?.children as RootContent[] | undefined;
  if (!children) return [];
  let inner: RootContent[] = [];
  const hoisted: RootContent[] = [];
  let opened: Set<string> | undefined;
  for (let last = children.at(-1); last; last = children.at(-1)) {
    if (last.type === 'list' && depth < 50) {
      inner = hoistCloses(last, depth + 1);
      break;
    }
    // Hoisted lines open no tags, so the names are the same for all of them.
    if (last.type !== 'gitTagLine' || !closesOutside(last.value, (opened ??= openedIn(children)))) break;
    hoisted.push(last);
    children.pop();
  }
  return [...inner, ...hoisted.reverse()];
}

function closesOutside(line: string, opened: ReadonlySet<string>): boolean {
  const segments = splitTagLine(line) ?? [];
  return segments.every(
    (segment) => segment.kind === 'tag' && segment.tag.closing && !opened.has(segment.tag.name),
  );
}

/** Names of the tags that open in some nodes. */
function openedIn(nodes: RootContent[]): Set<string> {
  const opened = new Set<string>();
  for (const node of nodes) {
    for (const one of (node.type === 'gitTagLine' && splitTagLine(node.value)) || [])
      if (one.kind === 'tag' && !one.tag.closing) opened.add(one.tag.name);
  }
  return opened;
}
