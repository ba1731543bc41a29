import type { DocumentBlock } from '../document.types.js';
import { type CellParts, rowHtml, type TableParts } from '../markdown/serialize-html-table.js';
import {
  type Range,
  readSourceTable,
  type SourceCell,
  type SourceRow,
  type SourceTable,
} from './html-table-source.js';
import { placeOf } from './places.js';
import { rowChanges } from './rewrite-rows.js';
import type { Care, Rewriter } from './rewriter.js';
import type { Prefix } from './segment-writer.js';

/** A part of a text that is replaced. */
interface Edit extends Range {
  text: string;
}

/**
 * The lines of an HTML table of which only cells and rows have changed: all others keep theirs.
 * @returns undefined for tables in another form, and when it must be written anew.
 */
export function rewriteHtmlTable(
  rewriter: Rewriter,
  old: DocumentBlock,
  next: DocumentBlock,
  prefix: Prefix,
  care: Care,
): string[] | undefined {
  const { source, texts } = rewriter;
  const place = placeOf(old);
  if (!place) return undefined;
  const { text, after } = source.textAt(place);
  // Within a quotation the signs of its lines would be text of the table.
  const isQuoted = source
    .line(place.from.line)
    .slice(0, place.from.column - 1)
    .includes('>');
  if (!/^<table[\s>]/i.test(text) || isQuoted || after.trim() !== '') return undefined;
  const [was, is] = texts.tableParts(old, next) ?? [];
  const table = was && readSourceTable(text, was.head.length);
  if (!table || !is) return undefined;
  const written = new TableRewriter(rewriter, text, table, care === 'words', prefix.rest).write(was, is);
  return written === undefined ? undefined : [prefix.first + written + after];
}

class TableRewriter {
  private readonly edits: Edit[] = [];

  constructor(
    private readonly rewriter: Rewriter,
    private readonly text: string,
    private readonly table: SourceTable,
    /** True while words are put into cells. */
    private readonly isMerged: boolean,
    private readonly rest: string,
  ) {}

  write(was: TableParts, is: TableParts): string | undefined {
    const { table } = this;
    if (table.rows.length !== was.rows.length || was.head.length !== is.head.length) return undefined;
    if (was.open !== is.open) this.replace(table.open, is.open);
    if (rowHtml(was.head) !== rowHtml(is.head)) {
      const head = table.head && this.cellEdits(table.head, was.head, is.head);
      if (!head) return undefined;
      this.edits.push(...head);
    }
    if (!this.rows(was.rows, is.rows)) return undefined;
    return applied(this.text, this.edits);
  }

  private replace({ from, to }: Range, text: string): void {
    this.edits.push({ from, to, text });
  }

  /** False when a new row has no other one to look like. */
  private rows(was: readonly CellParts[][], is: readonly CellParts[][]): boolean {
    const { rows } = this.table;
    const html = (all: readonly CellParts[][]): string[] => all.map((row) => rowHtml(row));
    let [at, wanted] = [0, 0];
    for (const { from, to } of rowChanges(html(was), html(is))) {
      const both = Math.min(from.length, to.length);
      for (let row = 0; row < both; row += 1) {
        if (from[row] === to[row]) continue;
        const edits = this.cellEdits(rows[at + row]!, was[at + row]!, is[wanted + row]!);
        if (edits) this.edits.push(...edits);
        else this.replace(rows[at + row]!, to[row]!);
      }
      for (const row of rows.slice(at + both, at + from.length))
        this.replace({ from: row.from - this.gapBefore(row).length, to: row.to }, '');
      if (to.length > both) {
        const example = Math.max(0, at + both - 1);
        const own = rows[example];
        if (!own) return false;
        const lines = is
          .slice(wanted + both, wanted + to.length)
          .map((row) => this.newRow(own, was[example]!, row));
        const end = at + both > 0 ? own.to : own.from - this.gapBefore(own).length;
        this.replace({ from: end, to: end }, lines.join(''));
      }
      at += from.length;
      wanted += to.length;
    }
    return true;
  }

  /** A row in the form of another one, with the blanks before it. */
  private newRow(own: SourceRow, was: CellParts[], is: CellParts[]): string {
    const edits = this.cellEdits(own, was, is, false);
    const text = this.text.slice(own.from, own.to);
    const row =
      edits &&
      applied(
        text,
        edits.map((one) => ({ ...one, from: one.from - own.from, to: one.to - own.from })),
      );
    return this.gapBefore(own) + (row ?? rowHtml(is));
  }

  private gapBefore({ from }: Range): string {
    let start = from;
    while (start > 0 && /\s/.test(this.text.charAt(start - 1))) start -= 1;
    return this.text.slice(start, from);
  }

  /** The changes of a row with the same cells; undefined for one that has others. */
  private cellEdits(
    row: SourceRow,
    was: readonly CellParts[],
    is: readonly CellParts[],
    isMerged = this.isMerged,
  ): Edit[] | undefined {
    if (was.length !== is.length || was.some(({ column }, at) => column !== is[at]!.column)) return undefined;
    const cells = new Map(row.cells.map((cell) => [cell.column, cell]));
    const edits: Edit[] = [];
    for (const [at, before] of was.entries()) {
      const [cell, wanted] = [cells.get(before.column), is[at]!];
      if (before.open === wanted.open && before.inner === wanted.inner) continue;
      if (!cell) return undefined;
      if (before.open !== wanted.open) edits.push({ ...cell.open, text: wanted.open });
      if (before.inner !== wanted.inner)
        edits.push({ ...cell.inner, text: this.inner(cell, before.inner, wanted.inner, isMerged) });
    }
    return edits;
  }

  private inner({ inner }: SourceCell, was: string, is: string, isMerged: boolean): string {
    const own = this.text.slice(inner.from, inner.to);
    const merged = isMerged ? this.rewriter.merge(was, own, is, this.rest) : undefined;
    if (merged !== undefined) return merged;
    // Line breaks at the edges of a cell mean nothing.
    const [before, after] = [own.slice(0, -own.trimStart().length), own.slice(own.trimEnd().length)];
    const ifLines = (blanks: string): string => (/[\r\n]/.test(blanks) ? blanks : '');
    return own.trim() === '' ? is : ifLines(before) + is + ifLines(after);
  }
}

/** A text with some parts replaced, which do not overlap. */
function applied(text: string, edits: readonly Edit[]): string {
  let [out, done] = ['', 0];
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    out += text.slice(done, edit.from) + edit.text;
    done = edit.to;
  }
  return out + text.slice(done);
}
