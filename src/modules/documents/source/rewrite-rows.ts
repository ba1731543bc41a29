import type { DocumentBlock } from '../document.types.js';
import { diffArrays } from 'diff';
import type { Rewriter } from './rewriter.js';
import { placeOf } from './places.js';
import type { Prefix } from './segment-writer.js';

/** Beyond so many differences rows are compared one by one. */
const MAX_DIFFERENCES = 500;

/** A row of a pipe table as it is written: the cells with their blanks, and what stands around them. */
interface Row {
  start: string;
  cells: string[];
  end: string;
}

/** The lines of a pipe table of which only rows have changed; undefined when it must be written anew. */
export function rewriteRows(
  { source, texts }: Rewriter,
  old: DocumentBlock,
  next: DocumentBlock,
  { first, rest }: Prefix,
): string[] | undefined {
  const place = placeOf(old);
  const [was, is] = [texts.rows(old), texts.rows(next)];
  if (!place || !was || !is) return undefined;
  const lines = source.slice(place.from.line, place.to.line);
  if (lines.length !== was.length) return undefined;
  const widths = readRow(was[1]!)?.cells.length;
  if (widths !== readRow(is[1]!)?.cells.length) return undefined;
  const rawFirst = source.line(place.from.line).slice(0, place.from.column - 1);
  const out: string[] = [];
  const example = lines[2] ?? lines[0]!;
  const put = (at: number, wanted: string): void => {
    if (was[at] === wanted) out.push(lines[at]!);
    else out.push(changedRow(lines[at]!, at === 0 ? rawFirst : rest, was[at]!, wanted, source.eol, at === 1));
  };
  const exampleLead = lines.length > 2 ? rest : rawFirst;
  put(0, is[0]!);
  put(1, is[1]!);
  let at = 2;
  for (const { from, to } of rowChanges(was.slice(2), is.slice(2))) {
    const same = from === to;
    const both = Math.min(from.length, to.length);
    for (let row = 0; row < (same ? from.length : both); row += 1) put(at + row, to[row]!);
    if (!same) for (const row of to.slice(both)) out.push(newRow(example, exampleLead, row, source.eol));
    at += from.length;
  }
  if (first !== rawFirst) out[0] = first + out[0]!.slice(rawFirst.length);
  return out;
}

/** Runs of rows that are the same, or replace each other. */
export function rowChanges(
  was: readonly string[],
  is: readonly string[],
): { from: string[]; to: string[] }[] {
  const found = diffArrays([...was], [...is], { maxEditLength: MAX_DIFFERENCES });
  if (!found) return [{ from: [...was], to: [...is] }];
  const runs: { from: string[]; to: string[]; isSame: boolean }[] = [];
  for (const { added, removed, value } of found) {
    const last = runs.at(-1);
    if (!added && !removed) {
      runs.push({ from: value, to: value, isSame: true });
      continue;
    }
    const run = last && !last.isSame ? last : { from: [], to: [], isSame: false };
    if (run !== last) runs.push(run);
    (added ? run.to : run.from).push(...value);
  }
  return runs;
}

/** Splits a row at the bars that separate its cells. */
function readRow(text: string): Row | undefined {
  const parts = text.split(/(?<!\\)\|/);
  const start = /^\s*$/.test(parts[0]!) && parts.length > 1 ? `${parts.shift()!}|` : '';
  const end = /^\s*$/.test(parts.at(-1)!) && parts.length > 1 ? `|${parts.pop()!}` : '';
  return { start, cells: parts, end };
}

/** Changes the cells that differ, and keeps the width of the others where they have room. */
function changedRow(
  line: string,
  lead: string,
  was: string,
  is: string,
  eol: string,
  isRule: boolean,
): string {
  const ending = /[\r\n]*$/.exec(line.slice(-2))![0];
  const text = line.slice(lead.length, line.length - ending.length);
  const [own, before, after] = [line.startsWith(lead) ? readRow(text) : undefined, readRow(was), readRow(is)];
  const isAlike = own && before && after && own.cells.length === before.cells.length;
  if (!isAlike || before.cells.length !== after.cells.length) return lead + is + eol;
  const cells = own.cells.map((cell, at) => {
    const wanted = after.cells[at]!.trim();
    if (before.cells[at]!.trim() === wanted) return cell;
    return isRule ? ruleCell(cell, wanted) : paddedCell(cell, wanted);
  });
  return lead + own.start + cells.join('|') + own.end + ending;
}

function paddedCell(cell: string, wanted: string): string {
  const blank = /^\s*/.exec(cell)![0];
  const isEmpty = cell.trim() === '';
  const before = isEmpty ? ' ' : blank;
  const after = isEmpty ? ' ' : cell.slice(cell.trimEnd().length);
  const room = cell.length - before.length - wanted.length;
  const isPadded = after.length > 1 || isEmpty;
  const least = after === '' && !isEmpty ? 0 : 1;
  return before + wanted + ' '.repeat(Math.max(least, isPadded ? room : Math.min(room, after.length), 0));
}

/** The dashes below a header in the width that they had. */
function ruleCell(cell: string, wanted: string): string {
  const width = Math.max(cell.trim().length, wanted.length);
  const colons = wanted.replace(/-+/, '');
  const dashes = '-'.repeat(width - colons.length);
  const text = (wanted.startsWith(':') ? ':' : '') + dashes + (wanted.endsWith(':') ? ':' : '');
  return /^\s*/.exec(cell)![0] + text + cell.slice(cell.trimEnd().length);
}

/** A row in the form of another one. */
function newRow(example: string, lead: string, row: string, eol: string): string {
  const own = example.startsWith(lead)
    ? readRow(example.slice(lead.length).replace(/[\r\n]+$/, ''))
    : undefined;
  const written = readRow(row);
  if (!own || !written || own.cells.length !== written.cells.length) return lead + row + eol;
  const cells = written.cells.map((cell, at) => paddedCell(own.cells[at]!, cell.trim()));
  return lead + own.start + cells.join('|') + own.end.trimEnd() + eol;
}
