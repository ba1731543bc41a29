import type { Node } from 'prosemirror-model';
import { type DocumentBlock, type DocumentFragment, isRecord } from '#modules/documents/browser.js';
import { filled, typeOf, Unfit } from './nodes.js';
import { schema } from './schema.js';

export interface StoredRecord {
  orderIndex: string;
  values: Record<string, unknown>;
  [member: string]: unknown;
}

export interface ColumnDefinition {
  id: string;
  type: string;
  title: string;
  header?: string;
  [member: string]: unknown;
}

/** The parts of a table beside its visible cells. */
export interface StoredTable {
  definition: Record<string, ColumnDefinition>;
  columns: string[];
  /** Ids of the records in their order in the data. */
  records: string[];
  /** Fragments that no visible cell shows, and the names of all in their order. */
  others: DocumentFragment[];
  order: string[];
  hasFragments: boolean;
}

type FragmentToEditor = (name: string, fragment: DocumentFragment, attrs: object) => Node;

/**
 * A table as a row of titles and rows of cells, in the order of the visible columns. Cells of text hold blocks, others a
 * value. Hidden columns, and all that the data of the table say, are kept beside.
 */
export function tableToEditor(table: DocumentBlock, fragmentToEditor: FragmentToEditor): Node {
  const { object: _, type: __, key = null, isVoid: ___, data, fragments = [], meta: ____, ...rest } = table;
  const { definition, records, view } = data;
  if (!isRecord(view) || !isRecord(definition) || !isRecord(records) || !isTexts(view['columns']))
    throw new Unfit();
  const columns = view['columns'];
  const definitions = definition as Record<string, ColumnDefinition>;
  if (columns.length === 0 || new Set(columns).size < columns.length) throw new Unfit();
  if (columns.some((id) => !isRecord(definitions[id]) || typeof definitions[id].title !== 'string'))
    throw new Unfit();
  const unused = new Map(fragments.map((one) => [one.fragment, one]));
  if (unused.size < fragments.length || unused.has(undefined)) throw new Unfit();
  const take = (name: unknown): DocumentFragment | undefined => {
    const found = typeof name === 'string' ? unused.get(name) : undefined;
    if (found) unused.delete(found.fragment);
    return found;
  };
  const head = typeOf('table_head').createChecked(
    null,
    columns.map((id) => headerToEditor(definitions[id]!, take(definitions[id]!.header), fragmentToEditor)),
  );
  const rows = orderedRecords(records).map(([id, record]) => {
    const { values, ...others } = record;
    const hidden = Object.fromEntries(Object.entries(values).filter(([name]) => !columns.includes(name)));
    const cells = columns.map((column) => cellToEditor(definitions[column]!, values, take, fragmentToEditor));
    return typeOf('table_row').createChecked({ key: id, rest: { record: others, hidden } }, cells);
  });
  const stored: StoredTable = {
    definition: definitions,
    columns,
    records: Object.keys(records),
    others: [...unused.values()],
    order: fragments.map((one) => one.fragment!),
    hasFragments: table.fragments !== undefined,
  };
  const { definition: _d, records: _r, ...own } = data;
  return typeOf('table').createChecked({ key, data: own, rest, stored }, [head, ...rows]);
}

function headerToEditor(
  definition: ColumnDefinition,
  fragment: DocumentFragment | undefined,
  fragmentToEditor: FragmentToEditor,
): Node {
  const attrs = { column: definition.id, definition };
  const header = fragment
    ? fragmentToEditor('table_header', fragment, attrs)
    : typeOf('table_header').create(
        attrs,
        typeOf('paragraph').create(
          { rest: { isFiller: true } },
          definition.title === '' ? [] : schema.text(definition.title),
        ),
      );
  return header.type.create({ ...header.attrs, plain: header.textContent }, header.content);
}

function cellToEditor(
  { id, type }: ColumnDefinition,
  values: Record<string, unknown>,
  take: (name: unknown) => DocumentFragment | undefined,
  fragmentToEditor: FragmentToEditor,
): Node {
  const isAbsent = !Object.hasOwn(values, id);
  const value = values[id];
  const cell = typeOf('table_cell');
  if (type !== 'text') return cell.createChecked(null, typeOf('table_value').create({ value, isAbsent }));
  if (isAbsent) return cell.create({ isAbsent }, filled([]));
  const fragment = take(value);
  // Two cells with one fragment, or one that is not there.
  if (!fragment) throw new Unfit();
  return fragmentToEditor('table_cell', fragment, { name: value });
}

/** Records in the order of their rows; the same as on published pages. */
function orderedRecords(records: Record<string, unknown>): [string, StoredRecord][] {
  const list = Object.entries(records) as [string, StoredRecord][];
  if (list.some(([, one]) => !isRecord(one) || typeof one.orderIndex !== 'string' || !isRecord(one.values)))
    throw new Unfit();
  return list.sort(
    ([a, one], [b, other]) => one.orderIndex.localeCompare(other.orderIndex) || (a < b ? -1 : 1),
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
