import {
  type DocumentBlock,
  type DocumentFragment,
  isRecord,
  mapList,
  plainText,
} from '#modules/documents/index.js';
import { type Lookup, translatePlain } from './translate-line.js';

type Stored = Record<string, unknown>;

/** A table with its titles, options, texts and alternatives of images translated; the same block when nothing changed. */
export function translateTable(
  table: DocumentBlock,
  lookup: Lookup,
  blocks: (nodes: DocumentBlock[]) => DocumentBlock[],
): DocumentBlock {
  const cells = new Cells(table.fragments ?? [], blocks);
  const { definition, records, view } = table.data;
  if (!isRecord(definition) || !isRecord(records)) return table;
  const shown = isRecord(view) && Array.isArray(view['columns']) ? view['columns'].map(String) : [];
  const columns = [...new Set([...shown, ...Object.keys(definition).sort()])];
  const titled = mapMembers(definition, columns, (column) => translateColumn(column, cells, lookup));
  const filled = mapMembers(records, inOrder(records), (row) => {
    const values = row['values'];
    if (!isRecord(values)) return row;
    const next = mapValues(values, columns, (value, id) => {
      const column = definition[id];
      const type = isRecord(column) ? column['type'] : undefined;
      if (type === 'text' && typeof value === 'string') cells.translate(value);
      return type === 'image' ? translateImage(value, lookup) : value;
    });
    return next === values ? row : { ...row, values: next };
  });
  const fragments = cells.fragments();
  if (titled === definition && filled === records && fragments === table.fragments) return table;
  return {
    ...table,
    data: { ...table.data, definition: titled, records: filled },
    ...(table.fragments && { fragments }),
  };
}

/** The fragments of a table by their names. */
class Cells {
  private readonly byName: Map<string | undefined, DocumentFragment>;
  private readonly translated = new Map<DocumentFragment, DocumentFragment>();

  constructor(
    private readonly all: DocumentFragment[],
    private readonly blocks: (nodes: DocumentBlock[]) => DocumentBlock[],
  ) {
    this.byName = new Map(all.map((one) => [one.fragment, one]));
  }

  /** @returns the text of a cell before and after; undefined for an unknown cell. */
  translate(name: unknown): { before: string; after: string } | undefined {
    const cell = typeof name === 'string' ? this.byName.get(name) : undefined;
    if (!cell) return undefined;
    let translated = this.translated.get(cell);
    if (!translated) {
      const nodes = this.blocks(cell.nodes);
      translated = nodes === cell.nodes ? cell : { ...cell, nodes };
      this.translated.set(cell, translated);
    }
    return { before: plainText(cell.nodes), after: plainText(translated.nodes) };
  }

  fragments(): DocumentFragment[] {
    return mapList(this.all, (one) => this.translated.get(one) ?? one);
  }
}

function translateColumn(column: Stored, cells: Cells, lookup: Lookup): Stored {
  const { title, options, header } = column;
  const rich = cells.translate(header);
  let translated = title;
  if (rich && rich.before === title) translated = rich.after;
  else if (typeof title === 'string') translated = translatePlain(title, lookup);
  const labelled = Array.isArray(options)
    ? mapList(options as unknown[], (one) => translateLabel(one, lookup))
    : options;
  if (translated === title && labelled === options) return column;
  return { ...column, title: translated, ...(labelled !== undefined && { options: labelled }) };
}

function translateLabel(option: unknown, lookup: Lookup): unknown {
  if (!isRecord(option) || typeof option['label'] !== 'string') return option;
  const label = translatePlain(option['label'], lookup);
  return label === option['label'] ? option : { ...option, label };
}

function translateImage(value: unknown, lookup: Lookup): unknown {
  if (!isRecord(value) || typeof value['alt'] !== 'string') return value;
  const alt = translatePlain(value['alt'], lookup);
  return alt === value['alt'] ? value : { ...value, alt };
}

/** Ids of the records from the first row to the last. */
function inOrder(records: Stored): string[] {
  const order = (id: string): string => {
    const record = records[id];
    return isRecord(record) && typeof record['orderIndex'] === 'string' ? record['orderIndex'] : '';
  };
  return Object.keys(records).sort((a, b) => order(a).localeCompare(order(b)) || (a < b ? -1 : 1));
}

/** Members that are objects, replaced in an order that is not the one they stand in; the same object when none changed. */
function mapMembers(members: Stored, order: string[], fn: (member: Stored) => Stored): Stored {
  return mapValues(members, order, (one) => (isRecord(one) ? fn(one) : one));
}

function mapValues(values: Stored, order: string[], fn: (value: unknown, name: string) => unknown): Stored {
  let mapped: Stored | undefined;
  for (const name of order) {
    if (!Object.hasOwn(values, name)) continue;
    const next = fn(values[name], name);
    if (next === values[name]) continue;
    mapped ??= { ...values };
    mapped[name] = next;
  }
  return mapped ?? values;
}
