import type { Node } from 'prosemirror-model';
import type { DocumentBlock, DocumentData, DocumentFragment } from '#modules/documents/browser.js';
import { blockBase } from './nodes.js';
import { freeIds } from './table-ids.js';
import type { ColumnDefinition, StoredRecord, StoredTable } from './table-to-editor.js';

/** Makes the blocks of the document within a node. */
type BlocksOf = (node: Node) => DocumentBlock[];

/** The stored form of a table; ids of rows and columns that the person added are made here where they lack one. */
export function tableToDocument(table: Node, blocksOf: BlocksOf): DocumentBlock {
  const stored = table.attrs['stored'] as StoredTable;
  const data = table.attrs['data'] as { view?: DocumentData };
  const fragments = new Map<string, DocumentFragment>();
  const columns = headersOf(table, stored, fragments, blocksOf);
  const records = new Map<string, StoredRecord>();
  let lastIndex = '';
  const rowIds = freeIds(
    table.children.slice(1).map((row) => row.attrs['key'] as string | null),
    'r',
  );
  table.children.slice(1).forEach((row, at) => {
    const id = rowIds[at]!;
    const { record = {}, hidden = {} } = row.attrs['rest'] as {
      record?: Partial<StoredRecord>;
      hidden?: object;
    };
    const values: Record<string, unknown> = { ...hidden };
    row.children.forEach((cell, index) => {
      const column = columns[index];
      if (column) writeCell(cell, id, column, values, fragments, blocksOf);
    });
    const own = record.orderIndex;
    const isOrdered = own !== undefined && own.localeCompare(lastIndex) > 0;
    records.set(id, { ...record, orderIndex: isOrdered ? own : '', values });
    if (isOrdered) lastIndex = own;
  });
  const ids = columns.map(({ id }) => id);
  return {
    ...blockBase(table, 'table'),
    data: {
      ...data,
      view: viewOf(data.view ?? { type: 'grid', hideHeader: false }, ids, stored),
      definition: definitionOf(columns, stored),
      records: inOrder(settleOrder(records), stored.records),
    },
    ...fragmentsOf(fragments, stored),
  };
}

function headersOf(
  table: Node,
  stored: StoredTable,
  fragments: Map<string, DocumentFragment>,
  blocksOf: BlocksOf,
): ColumnDefinition[] {
  const own = table.child(0).children.map((header) => (header.attrs['column'] as string) || null);
  const ids = freeIds(own, 'c', Object.keys(stored.definition));
  return table.child(0).children.map((header, at) => {
    const id = ids[at]!;
    const { header: name, ...definition } = (header.attrs['definition'] ?? {}) as ColumnDefinition;
    const text = header.textContent;
    const title = text === header.attrs['plain'] ? (definition.title ?? '') : text;
    const blocks = blocksOf(header);
    const isPlain = header.children.every(
      (block) =>
        block.type.name === 'paragraph' &&
        block.children.every((one) => one.isText && one.marks.length === 0),
    );
    const rest = header.attrs['rest'] as Partial<DocumentFragment>;
    const isRich = name !== undefined || (!isPlain && blocks.length > 0);
    if (isRich) {
      const fragment = rest.fragment ?? `header-${id}`;
      fragments.set(fragment, { object: 'fragment', ...rest, fragment, nodes: blocks });
      return { ...definition, type: definition.type ?? 'text', id, title, header: fragment };
    }
    return { ...definition, type: definition.type ?? 'text', id, title };
  });
}

function writeCell(
  cell: Node,
  record: string,
  column: ColumnDefinition,
  values: Record<string, unknown>,
  fragments: Map<string, DocumentFragment>,
  blocksOf: BlocksOf,
): void {
  const first = cell.firstChild;
  if (column.type !== 'text') {
    if (first?.type.name === 'table_value' && !first.attrs['isAbsent'])
      values[column.id] = first.attrs['value'];
    return;
  }
  const blocks = first?.type.name === 'table_value' ? [] : blocksOf(cell);
  if (blocks.length === 0 && cell.attrs['isAbsent']) return;
  let name = (cell.attrs['name'] as string | null) ?? `${record}-${column.id}`;
  while (fragments.has(name)) name += '-2';
  values[column.id] = name;
  const rest = cell.attrs['rest'] as Partial<DocumentFragment>;
  fragments.set(name, { object: 'fragment', ...rest, fragment: name, nodes: blocks });
}

function viewOf(view: DocumentData, ids: string[], { columns, definition }: StoredTable): DocumentData {
  const removed = columns.filter((id) => !ids.includes(id));
  const made: DocumentData = { ...view, columns: ids };
  if (removed.length === 0) return made;
  for (const name of ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'])
    if (removed.includes(made[name] as string) && Object.hasOwn(definition, made[name] as string))
      delete made[name];
  const widths = made['columnWidths'];
  if (widths && typeof widths === 'object')
    made['columnWidths'] = Object.fromEntries(Object.entries(widths).filter(([id]) => !removed.includes(id)));
  return made;
}

/** Definitions of the visible columns, and of the hidden ones. */
function definitionOf(columns: ColumnDefinition[], stored: StoredTable): Record<string, ColumnDefinition> {
  const visible = new Map(columns.map((one) => [one.id, one]));
  const kept = Object.entries(stored.definition).flatMap(([id, old]): [string, ColumnDefinition][] => {
    const now = visible.get(id) ?? (stored.columns.includes(id) ? undefined : old);
    visible.delete(id);
    return now ? [[id, now]] : [];
  });
  return Object.fromEntries([...kept, ...visible]);
}

/** Rows that lie where their index does not put them get one between those of their neighbours. */
function settleOrder(records: Map<string, StoredRecord>): Map<string, StoredRecord> {
  const list = [...records.values()];
  if (list.every(({ orderIndex }) => orderIndex !== '')) return records;
  list.forEach((record, at) => (record.orderIndex = String(at + 1).padStart(6, '0')));
  return records;
}

function inOrder(records: Map<string, StoredRecord>, order: readonly string[]): Record<string, StoredRecord> {
  const known = order.filter((id) => records.has(id));
  const added = [...records.keys()].filter((id) => !order.includes(id));
  return Object.fromEntries([...known, ...added].map((id) => [id, records.get(id)!]));
}

function fragmentsOf(
  fragments: Map<string, DocumentFragment>,
  { others, order, hasFragments }: StoredTable,
): { fragments?: DocumentFragment[] } {
  for (const one of others) if (!fragments.has(one.fragment!)) fragments.set(one.fragment!, one);
  if (fragments.size === 0 && !hasFragments) return {};
  const known = order.filter((name) => fragments.has(name));
  const added = [...fragments.keys()].filter((name) => !order.includes(name));
  return { fragments: [...known, ...added].map((name) => fragments.get(name)!) };
}
