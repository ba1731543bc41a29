import { scalarText } from '../clean-text.js';
import type { DocumentBlock, DocumentData } from '../document.types.js';
import { isEmptyParagraph, plainText } from '../document-nodes.js';
import { readTable, type TableCell, type TableColumn, type TableModel } from '../table-model.js';
import { isRecord } from '../values.js';
import { defaultLabel, isWritableRef } from './content-ref-text.js';
import { escapeHtml, openTag } from './html-tag.js';
import { onlyKeys, stringAttributes } from './inline-html.js';
import { blocksHtml, type OtherBlocks } from './serialize-html.js';
import type { SerializeState } from './serialize-state.js';
import { choicesTag, choiceTag } from './table-choices.js';
import { valueRef, VIEW_FLAGS } from './table-values.js';

/** The HTML of a table in pieces. */
export interface TableParts {
  /** The tag that begins the table. */
  open: string;
  head: CellParts[];
  /** Cells that are covered by others are left out. */
  rows: CellParts[][];
}

export interface CellParts {
  column: number;
  open: string;
  inner: string;
}

/** A table as HTML, for places without lines; undefined when HTML cannot express all of it. */
export function tableHtml(
  table: DocumentBlock,
  state: SerializeState,
  others: OtherBlocks,
): string | undefined {
  const parts = tableParts(table, state, others);
  if (!parts) return undefined;
  const { open, head, rows } = parts;
  const body = rows.map((row) => rowHtml(row)).join('');
  return `${open}<thead>${rowHtml(head, 'th')}</thead><tbody>${body}</tbody></table>`;
}

/** A row of a table as HTML. */
export function rowHtml(cells: readonly CellParts[], tag: 'td' | 'th' = 'td'): string {
  return `<tr>${cells.map(({ open, inner }) => `${open}${inner}</${tag}>`).join('')}</tr>`;
}

/** The pieces of a table; undefined when HTML cannot express all of it. */
export function tableParts(
  table: DocumentBlock,
  state: SerializeState,
  others: OtherBlocks,
): TableParts | undefined {
  const model = readTable(table);
  return model && model.columns.length > 0 && isHtmlTable(model) ? partsOf(model, state, others) : undefined;
}

/** The header of a column: the rich form, unless the plain title has other words. */
export function titleBlocks(column: TableColumn): DocumentBlock[] {
  const { title } = column.definition;
  const rich = column.header;
  if (rich && rich.map((one) => plainText(one.nodes)).join(' ') === title) return rich;
  const leaf = { object: 'leaf' as const, text: title, marks: [] };
  return [
    {
      object: 'block',
      type: 'paragraph',
      isVoid: false,
      data: {},
      nodes: [{ object: 'text', leaves: [leaf] }],
    },
  ];
}

const DEFINITION_KEYS: Record<string, string[]> = {
  text: ['textAlignment', 'verticalAlignment'],
  number: [],
  checkbox: [],
  rating: ['max'],
  select: ['multiple', 'options'],
  files: [],
  users: ['multiple'],
  'content-ref': [],
  image: [],
};

function isHtmlTable(model: TableModel): boolean {
  const { view, columns, rows, data } = model;
  const isCards = view['type'] === 'cards';
  const keys = ['type', ...Object.keys(VIEW_FLAGS), ...(isCards ? ['cardSize'] : ['hideHeader'])];
  if (
    (!isCards && view['type'] !== 'grid') ||
    !onlyKeys(view, keys) ||
    !onlyKeys(data, ['fullWidth', 'search', 'attributes'])
  )
    return false;
  const flags = [data['fullWidth'], data['search'], ...Object.keys(VIEW_FLAGS).map((name) => view[name])];
  if (!flags.every((flag) => flag === undefined || typeof flag === 'boolean')) return false;
  const isKnown = (column: TableColumn): boolean => {
    const own = DEFINITION_KEYS[column.definition.type];
    const isCardOnly = column.isTarget ?? column.isCover ?? column.isCoverDark ?? false;
    return (
      own !== undefined &&
      onlyKeys(column.definition, ['type', 'title', 'attributes', ...own]) &&
      (isCards || !isCardOnly)
    );
  };
  if (!columns.every(isKnown)) return false;
  return rows.every((row, at) => row.cells.every((cell, index) => isKnownCell(model, cell, at, index)));
}

function isKnownCell(model: TableModel, cell: TableCell, row: number, column: number): boolean {
  const { rowSpan = 1, colSpan = 1 } = cell;
  const { type } = (model.columns[column] as TableColumn).definition;
  if (rowSpan === 1 && colSpan === 1)
    return cell.blocks !== undefined || isKnownValue(model.columns[column] as TableColumn, cell.value);
  if (type !== 'text' || (rowSpan > 1 && colSpan > 1) || rowSpan > 50 || colSpan > 50) return false;
  return covered(model, row, column, rowSpan, colSpan).every((one) => {
    return one?.blocks?.every(isEmptyParagraph) === true && Object.keys(one).length === 1;
  });
}

/** Cells covered by a merged one. */
function covered(
  model: TableModel,
  row: number,
  column: number,
  down: number,
  across: number,
): (TableCell | undefined)[] {
  const cells: (TableCell | undefined)[] = [];
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) if (x + y > 0) cells.push(model.rows[row + y]?.cells[column + x]);
  }
  return cells;
}

function isKnownValue({ definition }: TableColumn, value: unknown): boolean {
  const { type } = definition;
  if (value === undefined) return true;
  const isStrings = Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');
  if (type === 'number' || type === 'rating') {
    return typeof value === 'number'
      ? Number.isFinite(value)
      : typeof value === 'string' && value.trim() === value && String(Number(value)) !== value;
  }
  if (type === 'checkbox') return typeof value === 'boolean';
  if (type === 'select') {
    const options = (definition['options'] ?? []) as DocumentData[];
    return isStrings && value.every((one) => options.some((option) => option['value'] === one));
  }
  if (type === 'files' || type === 'users') return isStrings;
  if (!isRecord(value)) return false;
  if (type === 'content-ref') return isWritableRef(value);
  return (
    isWritableRef(value) || (isWritableRef(value['ref']) && onlyKeys(value, ['ref', 'objectFit', 'alt']))
  );
}

function partsOf(model: TableModel, state: SerializeState, others: OtherBlocks): TableParts {
  const head = model.columns.map((column, at) => ({
    column: at,
    open: headTag(column),
    inner: `${blocksHtml(titleBlocks(column), state, others)}${choicesTag(column) ?? ''}`,
  }));
  const skip = new Set<string>();
  const rows = model.rows.map((row, at) =>
    row.cells.flatMap((cell, index): CellParts[] => {
      if (skip.has(`${at}/${index}`)) return [];
      for (let y = 0; y < (cell.rowSpan ?? 1); y += 1) {
        for (let x = 0; x < (cell.colSpan ?? 1); x += 1) skip.add(`${at + y}/${index + x}`);
      }
      const column = model.columns[index] as TableColumn;
      return [{ column: index, open: cellTag(cell, column), inner: cellHtml(cell, column, state, others) }];
    }),
  );
  return { open: tableTag(model), head, rows };
}

function tableTag({ view, data }: TableModel): string {
  const isCards = view['type'] === 'cards';
  const flags = Object.entries(VIEW_FLAGS).map(([name, attribute]) => [attribute, flag(view[name])]);
  return openTag('table', {
    'data-view': isCards ? 'cards' : undefined,
    'data-card-size': isCards && view['cardSize'] === 'large' ? 'large' : undefined,
    'data-header-hidden': view['hideHeader'] === true ? true : undefined,
    'data-full-width': flag(data['fullWidth']),
    'data-search': flag(data['search']),
    ...(Object.fromEntries(flags) as Record<string, string | undefined>),
    ...stringAttributes(data['attributes']),
  });
}

function flag(value: unknown): string | undefined {
  return typeof value === 'boolean' ? String(value) : undefined;
}

function headTag(column: TableColumn): string {
  const { type, textAlignment, verticalAlignment, max, multiple, options, attributes } =
    column.definition as DocumentData;
  const when = (value: unknown): true | undefined => (value === true ? true : undefined);
  const isSelect = choicesTag(column) !== undefined;
  return openTag('th', {
    width: column.width,
    'data-hidden': when(!column.visible),
    'data-card-target': when(column.isTarget),
    'data-card-cover': when(column.isCover),
    'data-card-cover-dark': when(column.isCoverDark),
    'data-type': type === 'text' || isSelect ? undefined : String(type),
    align: type === 'text' && textAlignment !== 'left' ? (textAlignment as string | undefined) : undefined,
    valign: verticalAlignment as string | undefined,
    'data-max': type === 'rating' ? Number(max ?? 5) : undefined,
    'data-multiple': isSelect ? undefined : when(multiple),
    'data-options': Array.isArray(options) && !isSelect ? JSON.stringify(options) : undefined,
    ...stringAttributes(attributes),
  });
}

function cellTag(cell: TableCell, column: TableColumn): string {
  const fit =
    column.definition.type === 'image' && isRecord(cell.value) ? cell.value['objectFit'] : undefined;
  return openTag('td', {
    rowspan: cell.rowSpan,
    colspan: cell.colSpan,
    'data-object-fit': fit as string | undefined,
    ...stringAttributes(cell.attributes),
  });
}

function cellHtml(cell: TableCell, column: TableColumn, state: SerializeState, others: OtherBlocks): string {
  if (cell.blocks) return textCell(cell.blocks, state, others);
  const { value } = cell;
  if (value === undefined) return '';
  const link = (ref: unknown, at: number, extra: Record<string, string | undefined> = {}): string => {
    const href = state.address(ref);
    return `${openTag('a', { href, ...extra })}${escapeHtml(cell.labels?.[at] ?? defaultLabel(href))}</a>`;
  };
  switch (column.definition.type) {
    case 'files':
    case 'users': {
      const kind = column.definition.type;
      return (value as string[]).map((one, at) => link(valueRef(kind, one), at)).join(', ');
    }
    case 'select':
      return (value as string[]).map((one, at, all) => choiceTag(one, column, at < all.length - 1)).join('');
    case 'content-ref':
      return link(value, 0);
    case 'image': {
      const { ref, alt } = isRecord(value) && isRecord(value['ref']) ? value : { ref: value };
      return link(ref, 0, { 'data-alt': alt as string | undefined });
    }
    default:
      return escapeHtml(scalarText(value));
  }
}

/** The content of a text cell; an empty paragraph is written as nothing. */
function textCell(blocks: DocumentBlock[], state: SerializeState, others: OtherBlocks): string {
  return blocks.every((one) => isEmptyParagraph(one)) && blocks.length === 1
    ? ''
    : blocksHtml(blocks, state, others);
}
