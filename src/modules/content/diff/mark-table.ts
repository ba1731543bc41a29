import type { DocumentBlock, DocumentFragment } from '#modules/documents/index.js';
import { sameJson } from '#platform/canonical-json.js';
import type { ChangeKind } from './word-diff.js';

/** A row with its marks. */
type TableRecord = { values?: Record<string, unknown>; [member: string]: unknown };
type Records = Record<string, TableRecord>;

/** The functions that mark lists of blocks, which cells hold. */
export interface CellMarks {
  both(before: readonly DocumentBlock[], after: readonly DocumentBlock[]): DocumentBlock[];
  one(blocks: readonly DocumentBlock[], change: ChangeKind): DocumentBlock[];
}

/**
 * A table with its changes marked cell by cell: the rows of both versions, words inside cells, and in `before` of a
 * record the former values of cells that hold no text. Null when columns or the view differ: then both tables are
 * shown.
 */
export function markTable(
  before: DocumentBlock,
  after: DocumentBlock,
  marks: CellMarks,
): DocumentBlock | null {
  const { records: oldRecords, ...oldData } = before.data;
  const { records: nowRecords, ...nowData } = after.data;
  if (!sameJson(oldData, nowData)) return null;
  const [old, now] = [recordsOf(oldRecords), recordsOf(nowRecords)];
  const definition = (after.data['definition'] ?? {}) as Record<string, { type?: unknown } | undefined>;
  const oldCells = new Map((before.fragments ?? []).map((one) => [one.fragment, one]));
  const cells = new Map((after.fragments ?? []).map((one) => [one.fragment, one]));
  const records: Records = { ...now };
  const isText = (column: string): boolean => (definition[column]?.type ?? 'text') === 'text';
  const markCells = ({ values = {} }: TableRecord, from: typeof cells, change: ChangeKind): void => {
    for (const [column, name] of Object.entries(values)) {
      const cell = isText(column) && typeof name === 'string' ? from.get(name) : undefined;
      if (cell) cells.set(cell.fragment, { ...cell, nodes: marks.one(cell.nodes, change) });
    }
  };
  for (const [id, record] of Object.entries(old)) {
    if (now[id]) continue;
    records[id] = { ...record, change: 'deleted' };
    markCells(record, oldCells, 'deleted');
  }
  for (const [id, record] of Object.entries(now)) {
    const was = old[id];
    if (!was) {
      records[id] = { ...record, change: 'inserted' };
      markCells(record, cells, 'inserted');
      continue;
    }
    const gone: Record<string, unknown> = {};
    for (const column of Object.keys(definition)) {
      const [oldValue, value] = [was.values?.[column], record.values?.[column]];
      if (isText(column)) {
        const cell = markCell(oldCells.get(oldValue as string), cells.get(value as string), marks);
        if (cell && typeof value === 'string') cells.set(value, { ...cell, fragment: value });
      } else if (!sameJson(oldValue ?? null, value ?? null)) gone[column] = oldValue ?? null;
    }
    if (Object.keys(gone).length > 0) records[id] = { ...record, before: gone };
  }
  return { ...after, data: { ...after.data, records }, fragments: [...cells.values()] };
}

function markCell(
  before: DocumentFragment | undefined,
  after: DocumentFragment | undefined,
  marks: CellMarks,
): DocumentFragment | undefined {
  const cell = after ?? before;
  return cell && { ...cell, nodes: marks.both(before?.nodes ?? [], after?.nodes ?? []) };
}

function recordsOf(value: unknown): Records {
  return typeof value === 'object' && value !== null ? (value as Records) : {};
}
