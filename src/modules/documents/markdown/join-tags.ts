import { splitTagLine } from './git-tag.js';

/** `@mermaid/diagram content="…`: the tag of a block of an integration, which begins its line. */
const OPEN = /^\{%-?[ \t]*@[\w.-]+\/[\w./-]+(?:[ \t][^\n]*)?$/;
/** The markers of quotations and lists before the text of a line. */
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*/;
/** The text after the backticks of a fence contains no backticks: otherwise they are code within a line. */
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
/** The written form of a line break in a value that stands on one line. */
export const LINE_BREAK = '&#10;';
/** Sources of diagrams are long, but a tag that never ends is a mistake. */
const MAX_LINES = 1000;

/** The characters that begin a code block, the number of quotations around it, and the column of the list item around it. */
interface Fence {
  sign: string;
  quotes: number;
  column: number;
}

/** A line in parts: the markers before its text, the number of quotations among them, and the column after the last marker. */
interface Line {
  before: string;
  text: string;
  quotes: number;
  column: number;
}

/**
 * Writes the line breaks within the attributes of integration blocks as character references, because all other syntax
 * of a tag stands on one line. Blank lines in their place keep the numbers of the lines that follow.
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
    // A line without the markers would end the quotation.
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

/** Finds the lines that belong to code blocks. */
class CodeFinder {
  private fence: Fence | undefined;
  /** Columns of the open list items, in the quotation of the last line. */
  private items: number[] = [];
  private quotes = 0;

  /** True when a line is in a code block, or begins or ends one. Expects the lines in their order. */
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

/** A code block ends with the quotation or list item around it. */
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
 * The inverse of `joinTags`: tags on separate lines get their line breaks back. When the result would not be read as
 * the same again, such as after code that never ends, the text is left unchanged.
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

/** Joins lines into one: breaks within a value become references, those between attributes become spaces. */
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

/** The texts of the lines up to the end of a tag, after which the line must end. Undefined when the tag never ends. */
function restOf(lines: readonly string[], start: number, first: Line): string[] | undefined {
  const rest: string[] = [];
  const last = Math.min(lines.length, start + MAX_LINES);
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
