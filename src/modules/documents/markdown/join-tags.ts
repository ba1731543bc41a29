import { splitTagLine } from './git-tag.js';

/** `{% @mermaid/diagram content="…`: a tag of a block of an integration, at the start of a line. */
const OPEN = /^([ \t]*)\{%-?[ \t]*@[\w.-]+\/[\w./-]+[ \t][^\n]*$/;
const FENCE = /^[ \t]*(?:[-*+>]|\d+[.)])?[ \t]*(`{3,}|~{3,})/;
/** Sources of diagrams are long, but a tag that never ends is a mistake. */
const MOST_LINES = 1000;

/**
 * Blocks of integrations keep sources of many lines in an attribute, with its line breaks as they are. Everything else
 * about a tag stands in one line, so those breaks are written as references here. Blank lines in their place keep the
 * numbers of the lines that follow.
 */
export function joinTags(markdown: string): string {
  if (!markdown.includes('{% @')) return markdown;
  const lines = markdown.split('\n');
  let fence: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    const sign = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = sign;
    else if (sign?.startsWith(fence) && line.trim() === sign) fence = undefined;
    const open = fence === undefined ? OPEN.exec(line) : null;
    if (!open || line.includes('%}')) continue;
    const end = endOf(lines, at);
    if (end === undefined) continue;
    const indent = (open[1] as string).length;
    const rest = lines.slice(at + 1, end + 1).map((one) => withoutIndent(one, indent));
    const joined = [line, ...rest].join('&#10;');
    if (splitTagLine(joined)?.length !== 1) continue;
    lines.splice(at, end - at + 1, joined, ...rest.map(() => ''));
    at = end;
  }
  return lines.join('\n');
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
