import { scalarText } from './clean-text.js';
import type { DocumentBlock, DocumentData, DocumentFragment } from './document.types.js';
import { fragment, paragraph, voidBlock } from './document-nodes.js';
import { isRecord } from './values.js';

/**
 * A table as rows of cells. The stored form distributes a table over `view`, `definition`, `records` and fragments that
 * refer to each other by ids; in this form ids do not matter, so tables can be compared and written as text.
 */
export interface TableModel {
  /** `view` without the members that name columns. */
  view: DocumentData;
  /** Visible columns in order, then the hidden ones. */
  columns: TableColumn[];
  rows: TableRow[];
  /** All other members of the data of the block. */
  data: DocumentData;
}

export interface TableColumn {
  id: string;
  visible: boolean;
  width?: number;
  isTarget?: boolean;
  isCover?: boolean;
  isCoverDark?: boolean;
  /** The definition without `id` and `header`. */
  definition: DocumentData & { type: string; title: string };
  /** The title as rich text, when it is more than words. */
  header?: DocumentBlock[];
}

export interface TableRow {
  id: string;
  cells: TableCell[];
}

export interface TableCell {
  /** Content of a cell in a text column. */
  blocks?: DocumentBlock[];
  /** Value of a cell in other columns; undefined when it is empty. */
  value?: unknown;
  /** Words of the references in the cell, when they are not the default ones. */
  labels?: string[];
  attributes?: Record<string, string>;
  rowSpan?: number;
  colSpan?: number;
}

interface StoredRecord {
  orderIndex?: unknown;
  values?: Record<string, unknown>;
  labels?: Record<string, string[]>;
  attributes?: Record<string, Record<string, string>>;
}

interface StoredMerge {
  anchor: { record: string; column: string };
  rowSpan: number;
  colSpan: number;
}

/** Reads a stored table; undefined when it does not follow the model. */
export function readTable(table: DocumentBlock): TableModel | undefined {
  const { view, records, definition, cellMerges, ...data } = table.data as Record<string, unknown>;
  if (!isRecord(view) || !isRecord(records) || !isRecord(definition) || !Array.isArray(view['columns']))
    return undefined;
  const fragments = new Map((table.fragments ?? []).map((one) => [one.fragment, one]));
  const columns = readColumns(view, definition, fragments);
  if (!columns) return undefined;
  const { columns: _columns, columnWidths: _widths, ...rest } = view;
  for (const name of ['targetDefinition', 'coverDefinition', 'coverDefinitionDark']) delete rest[name];
  const model: TableModel = { view: rest, columns, rows: readRows(records, columns, fragments), data };
  return readMerges(model, cellMerges) ? model : undefined;
}

function readColumns(
  view: Record<string, unknown>,
  definition: Record<string, unknown>,
  fragments: Map<string | undefined, DocumentFragment>,
): TableColumn[] | undefined {
  const visible = new Set((view['columns'] as unknown[]).map(String));
  if (visible.size < (view['columns'] as unknown[]).length) return undefined;
  const hidden = Object.keys(definition)
    .filter((id) => !visible.has(id))
    .sort();
  const widths = isRecord(view['columnWidths']) ? view['columnWidths'] : {};
  const columns: TableColumn[] = [];
  for (const id of [...visible, ...hidden]) {
    const stored = Object.hasOwn(definition, id) ? definition[id] : undefined;
    if (!isRecord(stored) || typeof stored['type'] !== 'string' || typeof stored['title'] !== 'string')
      return undefined;
    const { id: _id, header, ...own } = stored;
    const blocks = typeof header === 'string' ? fragments.get(header)?.nodes : undefined;
    columns.push({
      id,
      visible: visible.has(id),
      ...(typeof widths[id] === 'number' && { width: widths[id] }),
      ...(view['targetDefinition'] === id && { isTarget: true }),
      ...(view['coverDefinition'] === id && { isCover: true }),
      ...(view['coverDefinitionDark'] === id && { isCoverDark: true }),
      definition: own as TableColumn['definition'],
      ...(blocks && { header: blocks }),
    });
  }
  return columns;
}

function readRows(
  records: Record<string, unknown>,
  columns: TableColumn[],
  fragments: Map<string | undefined, DocumentFragment>,
): TableRow[] {
  const order = (id: string): string => scalarText((records[id] as StoredRecord | undefined)?.orderIndex);
  const ids = Object.keys(records).sort((a, b) => order(a).localeCompare(order(b)) || (a < b ? -1 : 1));
  return ids.map((id) => {
    const record = (isRecord(records[id]) ? records[id] : {}) as StoredRecord;
    return { id, cells: columns.map((column) => readCell(record, column, fragments)) };
  });
}

function readCell(
  record: StoredRecord,
  column: TableColumn,
  fragments: Map<string | undefined, DocumentFragment>,
): TableCell {
  const value = record.values?.[column.id];
  const labels = record.labels?.[column.id];
  const attributes = record.attributes?.[column.id];
  const extra = { ...(labels && { labels }), ...(attributes && { attributes }) };
  if (column.definition.type === 'text') {
    const nodes = typeof value === 'string' ? fragments.get(value)?.nodes : undefined;
    return { blocks: nodes && nodes.length > 0 ? nodes : [paragraph()], ...extra };
  }
  const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
  return { ...(!isEmpty && { value }), ...extra };
}

function readMerges(model: TableModel, merges: unknown): boolean {
  if (merges === undefined) return true;
  if (!Array.isArray(merges)) return false;
  const rows = new Map(model.rows.map((one, at) => [one.id, at]));
  const columns = new Map(model.columns.map((one, at) => [one.id, at]));
  for (const merge of merges as StoredMerge[]) {
    const row = rows.get(merge.anchor?.record) ?? -1;
    const column = columns.get(merge.anchor?.column) ?? -1;
    const cell = model.rows[row]?.cells[column];
    if (!cell || row + merge.rowSpan > model.rows.length || column + merge.colSpan > model.columns.length)
      return false;
    if (merge.rowSpan > 1) cell.rowSpan = merge.rowSpan;
    if (merge.colSpan > 1) cell.colSpan = merge.colSpan;
  }
  return true;
}

/** The stored form of a table. Ids are made from the position, unless the model has ids. */
export function writeTable(model: TableModel): DocumentBlock {
  const ids = model.columns.map((column, at) => column.id || `c${String(at + 1).padStart(3, '0')}`);
  const rows = model.rows.map((row, at) => row.id || `r${String(at + 1).padStart(5, '0')}`);
  const fragments: DocumentFragment[] = [];
  const widths: Record<string, number> = {};
  const definition: Record<string, unknown> = {};
  model.columns.forEach((column, at) => {
    const id = ids[at] as string;
    if (column.width !== undefined) widths[id] = column.width;
    if (column.header) fragments.push(fragment({ fragment: `header-${id}` }, column.header));
    definition[id] = { ...column.definition, id, ...(column.header && { header: `header-${id}` }) };
  });
  const named = (flag: 'isTarget' | 'isCover' | 'isCoverDark', name: string): DocumentData => {
    const at = model.columns.findIndex((column) => column[flag]);
    return at === -1 ? {} : { [name]: ids[at] };
  };
  const view = {
    ...model.view,
    columns: ids.filter((_, at) => model.columns[at]?.visible),
    ...(Object.keys(widths).length > 0 && { columnWidths: widths }),
    ...named('isTarget', 'targetDefinition'),
    ...named('isCover', 'coverDefinition'),
    ...named('isCoverDark', 'coverDefinitionDark'),
  };
  const records: Record<string, unknown> = {};
  model.rows.forEach((row, at) => {
    records[rows[at] as string] = writeRecord(row, rows[at] as string, at, ids, fragments);
  });
  const merges = writeMerges(model, rows, ids);
  const cellMerges = merges.length > 0 ? { cellMerges: merges } : {};
  return voidBlock('table', { ...model.data, view, definition, records, ...cellMerges }, fragments);
}

function writeRecord(
  row: TableRow,
  id: string,
  at: number,
  ids: string[],
  fragments: DocumentFragment[],
): StoredRecord {
  const values: Record<string, unknown> = {};
  const labels: Record<string, string[]> = {};
  const attributes: Record<string, Record<string, string>> = {};
  row.cells.forEach((cell, index) => {
    const column = ids[index] as string;
    if (cell.blocks) {
      const name = `${id}-${column}`;
      fragments.push(fragment({ fragment: name }, cell.blocks));
      values[column] = name;
    } else if (cell.value !== undefined) values[column] = cell.value;
    if (cell.labels) labels[column] = cell.labels;
    if (cell.attributes) attributes[column] = cell.attributes;
  });
  return {
    orderIndex: String(at + 1).padStart(6, '0'),
    values,
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(Object.keys(attributes).length > 0 && { attributes }),
  };
}

function writeMerges(model: TableModel, rows: string[], ids: string[]): StoredMerge[] {
  const merges: StoredMerge[] = [];
  model.rows.forEach((row, at) => {
    row.cells.forEach(({ rowSpan = 1, colSpan = 1 }, index) => {
      if (rowSpan === 1 && colSpan === 1) return;
      merges.push({ anchor: { record: rows[at] as string, column: ids[index] as string }, rowSpan, colSpan });
    });
  });
  return merges;
}
