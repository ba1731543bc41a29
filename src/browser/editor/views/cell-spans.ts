/** Cells that are shown as one, as a table has them. */
export interface Merge {
  anchor?: { record?: string; column?: string };
  rowSpan?: number;
  colSpan?: number;
}

interface Span {
  rowSpan: number;
  colSpan: number;
}

/**
 * Spans of merged cells by `row:column`; null for a cell that another one covers. As for readers, merges are cut at the
 * edges of the table, and one that would overlap an earlier one is ignored.
 */
export function spansOf(
  merges: readonly Merge[],
  rows: readonly string[],
  columns: readonly string[],
): Map<string, Span | null> {
  const spans = new Map<string, Span | null>();
  for (const { anchor, rowSpan, colSpan } of merges) {
    const y = rows.indexOf(anchor?.record ?? '');
    const x = columns.indexOf(anchor?.column ?? '');
    if (y < 0 || x < 0) continue;
    const span = { rowSpan: within(rowSpan, rows.length - y), colSpan: within(colSpan, columns.length - x) };
    const cells = Array.from(
      { length: span.rowSpan * span.colSpan },
      (_, index) => `${y + Math.floor(index / span.colSpan)}:${x + (index % span.colSpan)}`,
    );
    if (cells.some((cell) => spans.has(cell))) continue;
    for (const cell of cells) spans.set(cell, null);
    spans.set(`${y}:${x}`, span);
  }
  return spans;
}

function within(value: number | undefined, room: number): number {
  return Math.max(1, Math.min(Math.floor(value ?? 1), room));
}
