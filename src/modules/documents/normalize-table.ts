import { scalarText } from './clean-text.js';
import type { DocumentData, DocumentFragment } from './document.types.js';
import { isRecord } from './values.js';

/**
 * The data of a table with all members that readers rely on: a view of a known kind with existing columns, columns with
 * id, type and title, records with an order and values, and merged cells that exist in the table.
 */
export function normalizeTable(data: DocumentData, fragments: readonly DocumentFragment[]): DocumentData {
  const { cellMerges, ...rest } = data;
  const definition = mapRecord(data['definition'], column);
  const names = new Set(fragments.map((one) => one.fragment));
  const records = mapRecord(data['records'], (stored) => record(stored, definition, names));
  const view = tableView(isRecord(data['view']) ? data['view'] : {}, definition);
  const merges = Array.isArray(cellMerges)
    ? cellMerges.filter((one) => isMerge(one, records, definition))
    : [];
  return { ...rest, view, definition, records, ...(merges.length > 0 && { cellMerges: merges }) };
}

type Stored = Record<string, unknown>;

function mapRecord(value: unknown, each: (one: Stored, id: string) => Stored): Record<string, Stored> {
  const entries = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(entries.map(([id, one]) => [id, each(isRecord(one) ? one : {}, id)]));
}

function column(stored: Stored, id: string): Stored {
  const type = typeof stored['type'] === 'string' && stored['type'] !== '' ? stored['type'] : 'text';
  const own = Object.hasOwn(COLUMNS, type) ? COLUMNS[type]?.(stored) : undefined;
  return { ...stored, id, type, title: scalarText(stored['title']), ...own };
}

/** The required members of the definition of a column, by its type. */
const COLUMNS: Record<string, (stored: Stored) => Stored> = {
  text: ({ textAlignment }) => ({ textAlignment: oneOf(textAlignment, ['left', 'center', 'right']) }),
  rating: ({ max }) => ({ max: typeof max === 'number' && max > 0 ? max : 5 }),
  select: ({ multiple, options }) => ({
    multiple: multiple === true,
    options: (Array.isArray(options) ? options : []).filter(isRecord).map(option),
  }),
  users: ({ multiple }) => ({ multiple: multiple === true }),
};

function option(stored: Stored): Stored {
  const value = scalarText(stored['value']);
  return {
    ...stored,
    value,
    label: typeof stored['label'] === 'string' ? stored['label'] : value,
    color: typeof stored['color'] === 'string' ? stored['color'] : 'default',
  };
}

function record(stored: Stored, definition: Record<string, Stored>, names: Set<unknown>): Stored {
  const values = Object.entries(isRecord(stored['values']) ? stored['values'] : {}).flatMap(([id, value]) => {
    const type = Object.hasOwn(definition, id) ? definition[id]?.['type'] : undefined;
    // The value of a text cell is the name of a fragment; without such a fragment the cell is empty.
    if (type === 'text' ? !names.has(value) : value === '') return [];
    return [[id, type === 'image' ? picture(value) : value]] as const;
  });
  return { ...stored, orderIndex: scalarText(stored['orderIndex']), values: Object.fromEntries(values) };
}

/** An image with its fit and alternative text, when these have a known form. */
function picture(value: unknown): unknown {
  if (!isRecord(value) || !isRecord(value['ref'])) return value;
  const { objectFit, alt, ...rest } = value;
  return {
    ...rest,
    ...(['contain', 'fill', 'cover'].includes(objectFit as string) && { objectFit }),
    ...(typeof alt === 'string' && { alt }),
  };
}

/** The first cell of a text column with words instead of the name of a fragment, and a sentence about it. */
export function tableProblem(
  data: DocumentData,
  fragments: readonly DocumentFragment[],
): { member: string; sentence: string } | undefined {
  const names = new Set(fragments.map((one) => one.fragment));
  const definition = isRecord(data['definition']) ? data['definition'] : {};
  for (const [row, stored] of Object.entries(isRecord(data['records']) ? data['records'] : {})) {
    const values = isRecord(stored) && isRecord(stored['values']) ? stored['values'] : {};
    for (const [id, value] of Object.entries(values)) {
      const column = Object.hasOwn(definition, id) ? definition[id] : undefined;
      if (typeof value !== 'string' || !isRecord(column) || column['type'] !== 'text' || names.has(value))
        continue;
      return {
        member: `records.${row}.values.${id}`,
        sentence: 'must be the name of a fragment of the table',
      };
    }
  }
  return undefined;
}

function tableView(stored: Stored, definition: Stored): Stored {
  const { columns, columnWidths, ...rest } = stored;
  const isColumn = (id: unknown): id is string => typeof id === 'string' && Object.hasOwn(definition, id);
  const named = Array.isArray(columns) ? [...new Set(columns.filter(isColumn))] : Object.keys(definition);
  const widths = Object.entries(isRecord(columnWidths) ? columnWidths : {}).filter(
    ([id, width]) => isColumn(id) && typeof width === 'number',
  );
  for (const name of ['targetDefinition', 'coverDefinition', 'coverDefinitionDark'])
    if (!isColumn(rest[name])) delete rest[name];
  const type = oneOf(rest['type'], ['grid', 'cards']);
  // Cards do not have a header that could be hidden.
  if (type === 'cards') delete rest['hideHeader'];
  const own =
    type === 'cards'
      ? { cardSize: oneOf(rest['cardSize'], ['medium', 'large']) }
      : { hideHeader: rest['hideHeader'] === true };
  return {
    ...rest,
    type,
    ...own,
    columns: named,
    ...(widths.length > 0 && { columnWidths: Object.fromEntries(widths) }),
  };
}

const MAX_SPAN = 50;

function isMerge(merge: unknown, records: Stored, definition: Stored): boolean {
  if (!isRecord(merge) || !isRecord(merge['anchor'])) return false;
  const { record: row, column: id } = merge['anchor'];
  const isCell = [
    [row, records],
    [id, definition],
  ].every(([name, known]) => typeof name === 'string' && Object.hasOwn(known as Stored, name));
  return isCell && [merge['rowSpan'], merge['colSpan']].every(isSpan);
}

function isSpan(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_SPAN;
}

/** The value when it is allowed, else the first allowed value. */
function oneOf(value: unknown, allowed: [string, ...string[]]): string {
  return typeof value === 'string' && allowed.includes(value) ? value : allowed[0];
}
