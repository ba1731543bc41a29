import { splitTagLine } from './git-tag.js';

/** `@mermaid/diagram content="…`: a tag of a block of an integration, which comes first in its line. */
const OPEN = /^\{%-?[ \t]*@[\w.-]+\/[\w./-]+(?:[ \t][^\n]*)?$/;
/** What stands before the text of a line within quotations and lists. */
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;
/** What comes after backticks has none itself: otherwise they are code within a line. */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
/** A line break in a value that stands in one line. */
export const LINE_BREAK = '&#10;';
/** Sources of diagrams are long, but a tag that never ends is a mistake. */
const MOST_LINES = 1000;

/** Signs that begin a block of code, in how many quotations, and where the text of the list item around it begins. */
interface Fence {
  sign: string;
  quotes: number;
  column: number;
}

/** A line taken apart: what stands before its text, how many quotations that is, and the column after the last one. */
interface Line {
  before: string;
  text: string;
  quotes: number;
  column: number;
}

/**
 * Blocks of integrations keep sources of many lines in an attribute, with its line breaks as they are. Everything else
 * about a tag stands in one line, so those breaks are written as references here. Blank lines in their place keep the
 * numbers of the lines that follow.
 */
export function joinTags(markdown: string): string {
  if (!markdown.includes('{% @')) return markdown;
  const lines = markdown.split('\n');
  const code = new CodeFinder();
  for (let at = 0; at < lines.length; at += 1) {
    const line = takeApart(lines[at] as string);
    if (code.isCode(line) || !OPEN.test(line.text) || line.text.includes('%}')) continue;
    const rest = restOf(lines, at, line);
    if (!rest) continue;
    const joined = joinedLine([line.text, ...rest]);
    if (splitTagLine(joined)?.length !== 1) continue;
    // A line without its signs would end the quotation.
    const blank = Array<string>(line.quotes).fill('>').join(' ');
    lines.splice(at, rest.length + 1, line.before + joined, ...rest.map(() => blank));
    at += rest.length;
  }
  return lines.join('\n');
}

function takeApart(source: string): Line {
  const before = CONTAINERS.exec(source)?.[0] ?? '';
  const column = width(before.slice(before.lastIndexOf('>') + 1));
  return { before, text: source.slice(before.length), quotes: before.split('>').length - 1, column };
}

function width(blank: string): number {
  return blank.replaceAll('\t', '    ').length;
}

/** Follows which lines are code. */
class CodeFinder {
  private fence: Fence | undefined;
  /** Where the texts of the list items begin that are open, in the quotation that the last line was in. */
  private items: number[] = [];
  private quotes = 0;

  /** Whether a line is in a block of code, or begins or ends one. Takes the lines in their order. */
  isCode(line: Line): boolean {
    if (this.fence && !endsAround(this.fence, line)) {
      if (isEnd(this.fence, line)) this.fence = undefined;
      return true;
    }
    this.enter(line);
    const sign = FENCE.exec(line.text)?.[1];
    const column = this.items.findLast((item) => item <= line.column) ?? 0;
    this.fence = sign === undefined ? undefined : { sign, quotes: line.quotes, column };
    return sign !== undefined;
  }

  private enter({ before, text, quotes, column }: Line): void {
    if (quotes !== this.quotes) this.items = [];
    this.quotes = quotes;
    const last = before.slice(before.lastIndexOf('>') + 1);
    const isItem = last.trim() !== '';
    const indent = isItem ? width(last.slice(0, last.length - last.trimStart().length)) : column;
    if (text !== '' || isItem) this.items = this.items.filter((item) => item <= indent);
    if (isItem) this.items.push(column);
  }
}

/** The end of a quotation or of a list item is the end of what is open in it. */
function endsAround({ quotes, column }: Fence, line: Line): boolean {
  if (line.quotes < quotes) return true;
  const inner = line.before.split('>').slice(quotes).join('>') + line.text;
  return column > 0 && inner.trim() !== '' && width(/^[ \t]*/.exec(inner)?.[0] ?? '') < column;
}

function isEnd({ sign, quotes }: Fence, { before, text, quotes: own }: Line): boolean {
  const [, last, rest = ''] = FENCE.exec(text) ?? [];
  return own === quotes && /^[ \t>]*$/.test(before) && rest.trim() === '' && last?.startsWith(sign) === true;
}

/**
 * The other way: `tags`, where they stand in a line of their own, get their line breaks back. When they would not be
 * read as the same again, as after code that never ends, the text stays as it is.
 */
export function splitTags(markdown: string, tags: ReadonlySet<string>): string {
  if (tags.size === 0) return markdown;
  const whole: string[] = [];
  const joined: string[] = [];
  for (const line of markdown.split('\n')) {
    const parts = tags.has(line) ? line.split(LINE_BREAK) : [line];
    whole.push(...parts);
    joined.push(line, ...parts.slice(1).map(() => ''));
  }
  const text = whole.join('\n');
  return joinTags(text) === joined.join('\n') ? text : markdown;
}

/** One line of many: breaks within a value are kept as references, those between attributes are spaces. */
function joinedLine(lines: readonly string[]): string {
  let joined = '';
  let isInside = false;
  for (const [at, line] of lines.entries()) {
    if (at > 0) joined += isInside ? LINE_BREAK : ' ';
    joined += line;
    const quotes = line.replace(/\\./g, '').split('"').length - 1;
    if (quotes % 2 === 1) isInside = !isInside;
  }
  return joined;
}

/** The texts of the lines up to the end of a tag, after which nothing comes. Undefined when it never ends. */
function restOf(lines: readonly string[], start: number, first: Line): string[] | undefined {
  const rest: string[] = [];
  const last = Math.min(lines.length, start + MOST_LINES);
  for (let at = start + 1; at < last; at += 1) {
    const line = withoutContainers(lines[at] as string, first);
    if (line === undefined || line.includes('{%')) return undefined;
    rest.push(line);
    if (line.includes('%}')) return line.trimEnd().endsWith('%}') ? rest : undefined;
  }
  return undefined;
}

function withoutContainers(line: string, { quotes, column }: Line): string | undefined {
  let at = 0;
  for (let quote = 0; quote < quotes; quote += 1) {
    const sign = /[ \t]*>/y;
    sign.lastIndex = at;
    if (!sign.test(line)) return undefined;
    at = sign.lastIndex;
  }
  const text = line.slice(at);
  const blank = text.length - text.trimStart().length;
  return text.slice(Math.min(column, blank));
}
