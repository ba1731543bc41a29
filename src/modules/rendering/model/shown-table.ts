import { dataOf, type DocumentBlock } from '#modules/documents/index.js';
import { asNumber, asRecord, asText, asTexts, imageData } from './document-data.js';

/** Definition of one column. */
export interface ShownColumn {
  id: string;
  title: string;
  type: string;
  settings: Record<string, unknown>;
}

/** One record, in order. */
export interface ShownRow {
  id: string;
  values: Record<string, unknown>;
  /** Former values, where two tables are compared. */
  before: Record<string, unknown>;
}

export interface ShownTable {
  view: Record<string, unknown>;
  /** Visible columns, in order. */
  columns: ShownColumn[];
  rows: ShownRow[];
  /** Any column of the table by its id, visible or not. */
  column(id: unknown): ShownColumn | undefined;
}

/**
 * A table as readers see it, read leniently: columns without a definition are left out, records without values are
 * empty rows.
 */
export function readShownTable(block: DocumentBlock): ShownTable {
  const data = dataOf(block);
  const view = asRecord(data.view);
  const definitions = asRecord(data.definition);
  const column = (id: unknown): ShownColumn | undefined => {
    if (typeof id !== 'string' || !Object.hasOwn(definitions, id)) return undefined;
    const settings = asRecord(definitions[id]);
    return { id, title: asText(settings.title) ?? '', type: asText(settings.type) ?? 'text', settings };
  };
  const records = Object.entries(asRecord(data.records)).map(([id, value]) => ({
    id,
    record: asRecord(value),
  }));
  const order = (entry: (typeof records)[number]): string => asText(entry.record.orderIndex) ?? '';
  // Rows are ordered as the model says and as Markdown writes them.
  records.sort((a, b) => order(a).localeCompare(order(b)) || (a.id < b.id ? -1 : 1));
  return {
    view,
    columns: asTexts(view.columns).flatMap((id) => column(id) ?? []),
    rows: records.map(({ id, record }) => ({
      id,
      values: asRecord(record.values),
      before: asRecord(record.before),
    })),
    column,
  };
}

/** The chosen options of a cell, in the order of their choice; a value without an option is its own label. */
export function chosenOptions(
  { settings }: ShownColumn,
  value: unknown,
): { label: string; color?: unknown }[] {
  const options = Array.isArray(settings.options) ? settings.options.map(asRecord) : [];
  return asTexts(value).map((item) => {
    const { label, color } = options.find((option) => option.value === item) ?? {};
    return { label: asText(label) ?? item, color };
  });
}

/** The most stars of a column with ratings. */
export function maxStars({ settings }: ShownColumn): number {
  return Math.min(20, Math.max(1, Math.trunc(asNumber(settings.max) ?? 5)));
}

/** The columns that a card shows as fields: all but those of its target and its cover. */
export function fieldColumns({ view, columns }: ShownTable): ShownColumn[] {
  const special = [view.targetDefinition, view.coverDefinition, view.coverDefinitionDark];
  return columns.filter(({ id }) => !special.includes(id));
}

/** True if the field of a card has the title of its column. */
export function isTitledField({ view }: ShownTable, { type, title }: ShownColumn): boolean {
  return view.hideColumnTitle !== true && type !== 'text' && title.trim() !== '';
}

/** The image of a card: that of a column of images, or the first of its files. */
export function coverData(
  column: ShownColumn | undefined,
  row: ShownRow,
): Record<string, unknown> | undefined {
  if (!column) return undefined;
  const value = row.values[column.id];
  if (column.type !== 'files') return imageData(value);
  const [file] = asTexts(value);
  return file === undefined ? undefined : { ref: { kind: 'file', file } };
}

/** Rows and columns that a cell spans; null for a cell that another one covers. */
export type Span = { rowSpan?: number; colSpan?: number } | null;

/**
 * Spans of merged cells by `row:column` (positions). Merges are cut at the edges of the table, and one that would
 * overlap an earlier one is ignored: a browser shows overlapping cells on top of each other.
 */
export function readMerges(block: DocumentBlock, table: ShownTable): Map<string, Span> {
  const spans = new Map<string, Span>();
  const merges: unknown = dataOf(block).cellMerges;
  const rows = placesOf(table.rows);
  const columns = placesOf(table.columns);
  for (const item of Array.isArray(merges) ? merges : []) {
    const merge = asRecord(item);
    const anchor = asRecord(merge.anchor);
    const row = rows.get(anchor.record);
    const column = columns.get(anchor.column);
    if (row === undefined || column === undefined) continue;
    const rowSpan = extent(merge.rowSpan, table.rows.length - row);
    const colSpan = extent(merge.colSpan, table.columns.length - column);
    const cell = (index: number): string =>
      `${row + Math.floor(index / colSpan)}:${column + (index % colSpan)}`;
    const count = rowSpan * colSpan;
    let free = 0;
    while (free < count && !spans.has(cell(free))) free += 1;
    if (free < count) continue;
    for (let index = 0; index < count; index += 1) spans.set(cell(index), null);
    spans.set(`${row}:${column}`, { rowSpan, colSpan });
  }
  return spans;
}

/** Positions of rows or columns by their ids; the first of equal ids counts. */
function placesOf(items: readonly { id: string }[]): Map<unknown, number> {
  const places = new Map<unknown, number>();
  items.forEach(({ id }, place) => {
    if (!places.has(id)) places.set(id, place);
  });
  return places;
}

function extent(value: unknown, room: number): number {
  return Math.max(1, Math.min(Math.floor(asNumber(value) ?? 1), room));
}
