import { attributesOf, elementsOnly, type HtmlElement, parseHtml } from '../markdown/html-tree.js';
import { tableRows } from '../markdown/parse-html-table.js';

/** A part of a text by its offsets; the end is exclusive. */
export interface Range {
  from: number;
  to: number;
}

/** A table as its author wrote it. */
export interface SourceTable {
  /** The tag that begins the table. */
  open: Range;
  head?: SourceRow;
  rows: SourceRow[];
}

export interface SourceRow extends Range {
  cells: SourceCell[];
}

export interface SourceCell {
  /** The column in the order of the document, in which hidden ones come last. */
  column: number;
  open: Range;
  inner: Range;
}

/**
 * Finds the cells of an HTML table.
 * @param width the number of its columns.
 * @returns undefined for a text that is not one table, or whose cells or rows have no end tags.
 */
export function readSourceTable(text: string, width: number): SourceTable | undefined {
  const [table, ...others] = elementsOnly(parseHtml(text)?.nodes ?? []) ?? [];
  const open = table?.tagName === 'table' ? rangeOf(table.sourceCodeLocation?.startTag) : undefined;
  const parts = table && open && others.length === 0 ? tableRows(table) : undefined;
  if (!open || !parts) return undefined;
  const order = documentOrder(parts.head ?? [], width);
  const [head] = parts.head ? sourceRows([parts.head], order) : [];
  const rows = sourceRows(parts.rows, order);
  if (rows.includes(undefined) || (parts.head && !head)) return undefined;
  return { open, ...(head && { head }), rows: rows as SourceRow[] };
}

/** For each column of the text its place in the document. */
function documentOrder(head: readonly HtmlElement[], width: number): number[] {
  const isHidden = (at: number): boolean => head[at] !== undefined && 'data-hidden' in attributesOf(head[at]);
  const columns = Array.from({ length: width }, (_, at) => at);
  const order: number[] = [];
  [...columns.filter((at) => !isHidden(at)), ...columns.filter(isHidden)].forEach((column, at) => {
    order[column] = at;
  });
  return order;
}

function sourceRows(rows: HtmlElement[][], order: readonly number[]): (SourceRow | undefined)[] {
  const taken: boolean[][] = rows.map(() => []);
  return rows.map((elements, at) => {
    const cells: SourceCell[] = [];
    let column = 0;
    for (const element of elements) {
      while (taken[at]![column]) column += 1;
      const { colspan, rowspan } = attributesOf(element);
      // A span of a million columns covers no more than there are.
      const across = Math.min(Number(colspan ?? 1), order.length);
      cover(taken, { at, column, down: Number(rowspan ?? 1), across });
      const place = element.sourceCodeLocation;
      const [open, end] = [rangeOf(place?.startTag), rangeOf(place?.endTag)];
      if (!open || !end) return undefined;
      cells.push({ column: order[column] ?? column, open, inner: { from: open.to, to: end.from } });
    }
    const row = elements[0]?.parentNode as HtmlElement | undefined;
    const range = row?.sourceCodeLocation?.endTag ? rangeOf(row.sourceCodeLocation) : undefined;
    return range && { ...range, cells };
  });
}

function cover(
  taken: boolean[][],
  { at, column, down, across }: { at: number; column: number; down: number; across: number },
): void {
  for (const row of taken.slice(at, at + down))
    for (let over = 0; over < across; over += 1) row[column + over] = true;
}

function rangeOf(place: { startOffset: number; endOffset: number } | null | undefined): Range | undefined {
  return place ? { from: place.startOffset, to: place.endOffset } : undefined;
}
