import { splitTagLine } from './git-tag.js';

/** `{% @mermaid/diagram content="…`: a tag of a block of an integration, at the start of a line. */
const OPEN = /^([ \t]*)\{%-?[ \t]*@[\w.-]+\/[\w./-]+(?:[ \t][^\n]*)?$/;
/** What stands before the text of a line within quotations and lists. */
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;
/** What comes after backticks has none itself: otherwise they are code within a line. */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
/** Sources of diagrams are long, but a tag that never ends is a mistake. */
const MOST_LINES = 1000;

/** Signs that begin a block of code, and in how many quotations. */
interface Fence {
  sign: string;
  quotes: number;
}

/**
 * Blocks of integrations keep sources of many lines in an attribute, with its line breaks as they are. Everything else
 * about a tag stands in one line, so those breaks are written as references here. Blank lines in their place keep the
 * numbers of the lines that follow.
 */
export function joinTags(markdown: string): string {
  if (!markdown.includes('{% @')) return markdown;
  const lines = markdown.split('\n');
  let fence: Fence | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    fence = fenceAfter(line, fence);
    const open = fence === undefined ? OPEN.exec(line) : null;
    if (!open || line.includes('%}')) continue;
    const end = endOf(lines, at);
    if (end === undefined) continue;
    const indent = (open[1] as string).length;
    const rest = lines.slice(at + 1, end + 1).map((one) => withoutIndent(one, indent));
    const joined = joinedLine([line, ...rest]);
    if (splitTagLine(joined)?.length !== 1) continue;
    lines.splice(at, end - at + 1, joined, ...rest.map(() => ''));
    at = end;
  }
  return lines.join('\n');
}

/** The block of code that is open after a line. */
function fenceAfter(line: string, open: Fence | undefined): Fence | undefined {
  const before = CONTAINERS.exec(line)?.[0] ?? '';
  const quotes = before.split('>').length - 1;
  const [, sign, rest = ''] = FENCE.exec(line.slice(before.length)) ?? [];
  // The end of a quotation is the end of what is open in it.
  if (open !== undefined && quotes >= open.quotes) {
    const isEnd = quotes === open.quotes && /^[ \t>]*$/.test(before) && rest.trim() === '';
    return isEnd && sign?.startsWith(open.sign) ? undefined : open;
  }
  return sign === undefined ? undefined : { sign, quotes };
}

/** One line of many: breaks within a value are kept as references, those between attributes are spaces. */
function joinedLine(lines: readonly string[]): string {
  let joined = '';
  let isInside = false;
  for (const [at, line] of lines.entries()) {
    if (at > 0) joined += isInside ? '&#10;' : ' ';
    joined += line;
    const quotes = line.replace(/\\./g, '').split('"').length - 1;
    if (quotes % 2 === 1) isInside = !isInside;
  }
  return joined;
}

/** The line that ends a tag: nothing comes after its end. */
function endOf(lines: string[], start: number): number | undefined {
  const last = Math.min(lines.length, start + MOST_LINES);
  for (let at = start + 1; at < last; at += 1) {
    const line = lines[at] as string;
    if (line.includes('{%')) return undefined;
    if (line.includes('%}')) return line.trimEnd().endsWith('%}') ? at : undefined;
  }
  return undefined;
}

function withoutIndent(line: string, indent: number): string {
  const blank = line.length - line.trimStart().length;
  return line.slice(Math.min(indent, blank));
}
