import type { DocumentBlock } from '../document.types.js';
import { diffArrays } from 'diff';
import type { Prefix } from './segment-writer.js';
import type { SourceText } from './source-text.js';

/**
 * The lines of a block of code with another text. Its fences stay as they are while they say the same.
 * @param lines of the source; the first without what stands before it.
 */
export function rewriteCode(
  source: SourceText,
  lines: readonly string[],
  old: DocumentBlock,
  { was, is }: { was: string; is: string },
  { first, rest }: Prefix,
): string[] | undefined {
  const [before, after] = [was.split('\n'), is.split('\n')];
  const fence = /^(`{3,}|~{3,})/.exec(lines[0]!)?.[0];
  const isFenced = fence !== undefined && /^(`{3,})/.test(was) && /^(`{3,})/.test(is);
  if (old.data['raw'] !== undefined) return undefined;
  if (fence === undefined) return indentedCode(source, lines, before, after, rest);
  if (!isFenced || lines.length !== before.length) return undefined;
  // A line of the code must not end the fence that stays.
  if (after.slice(1, -1).some((line) => line.trim().startsWith(fence))) return undefined;
  const isSameHead = before[0] === after[0];
  const begin = isSameHead ? first + lines[0]! : first + head(after[0]!, fence) + source.eol;
  const inner = changedLines(source, lines.slice(1, -1), before.slice(1, -1), after.slice(1, -1), rest);
  return inner && [begin, ...inner, lines.at(-1)!];
}

/** Code that is marked by blanks before its lines; undefined when its new text cannot be. */
function indentedCode(
  source: SourceText,
  lines: readonly string[],
  was: readonly string[],
  is: readonly string[],
  rest: string,
): string[] | undefined {
  const [before, after] = [was.slice(1, -1), is.slice(1, -1)];
  const isPlain = /^`+$/.test(was[0]!) && /^`+$/.test(is[0]!) && before.length === lines.length;
  const isEdgy = [after[0], after.at(-1)].some((line) => line === undefined || line.trim() === '');
  if (!isPlain || isEdgy || lines.some((line, at) => at > 0 && !line.startsWith(rest))) return undefined;
  return changedLines(source, lines, before, after, `${rest}    `);
}

function changedLines(
  source: SourceText,
  lines: readonly string[],
  before: string[],
  after: string[],
  prefix: string,
): string[] | undefined {
  const changes = diffArrays(before, after, { maxEditLength: 1000 });
  if (!changes) return undefined;
  const out: string[] = [];
  let at = 0;
  for (const { added, removed, count, value } of changes) {
    if (added)
      for (const line of value) out.push((line === '' ? prefix.trimEnd() : prefix + line) + source.eol);
    else {
      if (!removed) for (const line of lines.slice(at, at + count)) out.push(line);
      at += count;
    }
  }
  return out;
}

function head(written: string, fence: string): string {
  return fence + written.replace(/^`+/, '');
}
