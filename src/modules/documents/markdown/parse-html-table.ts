import type { DocumentBlock, DocumentData } from '../document.types.js';
import { DOCUMENT_LIMITS } from '../document-limits.js';
import { paragraph, plainText } from '../document-nodes.js';
import {
  writeTable,
  type TableCell,
  type TableColumn,
  type TableModel,
  type TableRow,
} from '../table-model.js';
import { isRecord } from '../values.js';
import { rawHtmlBlock } from '../raw-source.js';
import type { HtmlPlace } from './block-reader.js';
import { attributesOf, elementsOnly, innerSource, type HtmlElement, type HtmlNode } from './html-tree.js';
import { readStyle, type HtmlAttributes } from './html-tag.js';
import { headerOf } from './parse-table.js';
import { alignCell, readValueCell, spanOf } from './parse-table-cell.js';
import { choicesOf, readOptions } from './table-choices.js';
import { VIEW_FLAGS } from './table-values.js';

type Content = (nodes: HtmlNode[]) => DocumentBlock[] | undefined;

/** Reads an HTML table as a grid or as cards; undefined when the model cannot express it. */
export function htmlTable(table: HtmlElement, place: HtmlPlace, content: Content): DocumentBlock | undefined {
  const parts = tableRows(table);
  const view = tableView(attributesOf(table));
  if (!parts || !view) return undefined;
  const headed = Math.max(parts.head?.length ?? 0, 1);
  const width = parts.rows.reduce((most, row) => Math.max(most, row.length), headed);
  if (width * parts.rows.length > DOCUMENT_LIMITS.cells) return undefined;
  const options = new Map<number, DocumentData[]>();
  const columns: TableColumn[] = [];
  for (let at = 0; at < width; at += 1) {
    const column = readColumn(parts.head?.[at], content, view.view['type'] === 'cards');
    if (!column) return undefined;
    columns.push(column);
    options.set(
      at,
      Array.isArray(column.definition['options']) ? (column.definition['options'] as DocumentData[]) : [],
    );
  }
  if (!parts.head) view.view['hideHeader'] = true;
  const rows = readRows(parts.rows, columns, place, content, options);
  if (!rows) return undefined;
  columns.forEach((column, at) => {
    if (column.definition.type === 'select') column.definition['options'] = options.get(at);
  });
  return writeTable(inModelOrder({ ...view, columns, rows }));
}

/** The row of headers and the other rows of a table; undefined for tables with anything else in them. */
export function tableRows(table: HtmlElement): { head?: HtmlElement[]; rows: HtmlElement[][] } | undefined {
  const sections = elementsOnly(table.childNodes);
  if (!sections || sections.some((part) => part.attrs.length > 0 || !/^(?:thead|tbody)$/.test(part.tagName)))
    return undefined;
  const isOnce = (name: string): boolean => sections.filter((part) => part.tagName === name).length <= 1;
  if (!isOnce('thead') || !isOnce('tbody')) return undefined;
  const lists = sections.map((part) => ({ name: part.tagName, rows: elementsOnly(part.childNodes) }));
  const cells = (row: HtmlElement): HtmlElement[] | undefined => {
    const found = row.tagName === 'tr' && row.attrs.length === 0 ? elementsOnly(row.childNodes) : undefined;
    return found?.every((cell) => cell.tagName === 'td' || cell.tagName === 'th') ? found : undefined;
  };
  const head: HtmlElement[][] = [];
  const body: HtmlElement[][] = [];
  for (const { name, rows } of lists) {
    for (const row of rows ?? []) {
      const list = cells(row);
      if (!list) return undefined;
      const isHead = name === 'thead' || (head.length === 0 && body.length === 0 && isOnlyHeaders(list));
      (isHead ? head : body).push(list);
    }
    if (!rows) return undefined;
  }
  if (head.length > 1 || body.some((row) => row.some((cell) => cell.tagName === 'th'))) return undefined;
  return { ...(head[0] && { head: head[0] }), rows: body };
}

function isOnlyHeaders(cells: HtmlElement[]): boolean {
  return cells.length > 0 && cells.every((cell) => cell.tagName === 'th');
}

function tableView(attributes: HtmlAttributes): Pick<TableModel, 'view' | 'data'> | undefined {
  const {
    'data-view': type = 'grid',
    'data-card-size': size,
    'data-header-hidden': hidden,
    ...rest
  } = attributes;
  const data: DocumentData = {};
  const view: DocumentData =
    type === 'cards'
      ? { type, cardSize: size ?? 'medium' }
      : { type: 'grid', hideHeader: hidden !== undefined };
  const isKnown =
    type === 'cards'
      ? hidden === undefined && /^(?:medium|large)$/.test(size ?? 'medium')
      : type === 'grid' && size === undefined;
  if (!isKnown || (hidden !== undefined && hidden !== '' && hidden !== 'true')) return undefined;
  const flag = (into: DocumentData, name: string, attribute: string): void => {
    const value = rest[attribute];
    if (value === undefined || !/^(?:|true|false)$/.test(value)) return;
    into[name] = value !== 'false';
    delete rest[attribute];
  };
  flag(data, 'fullWidth', 'data-full-width');
  flag(data, 'search', 'data-search');
  for (const [name, attribute] of Object.entries(VIEW_FLAGS)) flag(view, name, attribute);
  if (Object.keys(rest).length > 0) data['attributes'] = rest;
  return { view, data };
}

const TYPES = new Set('text number checkbox rating select files users content-ref image'.split(' '));

function readColumn(
  head: HtmlElement | undefined,
  content: Content,
  isCards: boolean,
): TableColumn | undefined {
  const all = head ? attributesOf(head) : {};
  const { 'data-type': type = 'text', 'data-hidden': hidden, width, ...rest } = all;
  const {
    'data-card-target': target,
    'data-card-cover': cover,
    'data-card-cover-dark': dark,
    ...others
  } = rest;
  const isCardOnly = target !== undefined || cover !== undefined || dark !== undefined;
  const select = head && choicesOf(head, type);
  const blocks = content(head?.childNodes.filter((node) => node !== select?.element) ?? []);
  if (!TYPES.has(type) || (isCardOnly && !isCards) || 'colspan' in all || 'rowspan' in all || !blocks)
    return undefined;
  const definition = readDefinition(select ? 'select' : type, blocks, others);
  if (!definition) return undefined;
  if (select) Object.assign(definition, { multiple: select.multiple, options: select.options });
  const pixels = width !== undefined && String(Number(width)) === width ? Number(width) : undefined;
  if (width !== undefined && pixels === undefined)
    definition['attributes'] = { ...(definition['attributes'] as object), width };
  return {
    id: '',
    visible: hidden === undefined,
    ...(pixels !== undefined && { width: pixels }),
    ...(target !== undefined && { isTarget: true }),
    ...(cover !== undefined && { isCover: true }),
    ...(dark !== undefined && { isCoverDark: true }),
    definition,
    ...headerOf(blocks),
  };
}

function readDefinition(
  type: string,
  title: DocumentBlock[],
  attributes: HtmlAttributes,
): TableColumn['definition'] | undefined {
  const {
    style,
    align,
    valign,
    'data-multiple': multiple,
    'data-max': max,
    'data-options': options,
    ...rest
  } = attributes;
  const definition: TableColumn['definition'] = {
    type,
    title: title.map((one) => plainText(one.nodes)).join(' '),
  };
  if (type === 'text') {
    const textAlign = align ?? onlyTextAlign(style);
    definition['textAlignment'] = /^(?:left|center|right)$/.test(textAlign ?? '') ? textAlign : 'left';
    if (align !== undefined && definition['textAlignment'] !== align) rest['align'] = align;
    if (style !== undefined && (align !== undefined || definition['textAlignment'] !== onlyTextAlign(style)))
      rest['style'] = style;
    if (/^(?:top|middle|bottom)$/.test(valign ?? '')) definition['verticalAlignment'] = valign;
    else if (valign !== undefined) rest['valign'] = valign;
  } else
    Object.assign(
      rest,
      style !== undefined && { style },
      align !== undefined && { align },
      valign !== undefined && { valign },
    );
  if (type === 'users' || type === 'select') definition['multiple'] = multiple !== undefined;
  else if (multiple !== undefined) rest['data-multiple'] = multiple;
  if (type === 'rating') definition['max'] = Number(max ?? 5) || 5;
  else if (max !== undefined) rest['data-max'] = max;
  if (type === 'select') {
    const read = readOptions(options);
    if (!read) return undefined;
    definition['options'] = read;
  } else if (options !== undefined) rest['data-options'] = options;
  if (Object.keys(rest).length > 0) definition['attributes'] = rest;
  return definition;
}

function onlyTextAlign(style: string | undefined): string | undefined {
  const { 'text-align': align, ...rest } = readStyle(style);
  return Object.keys(rest).length === 0 ? align : undefined;
}

function readRows(
  source: HtmlElement[][],
  columns: TableColumn[],
  place: HtmlPlace,
  content: Content,
  options: Map<number, DocumentData[]>,
): TableRow[] | undefined {
  const rows: TableRow[] = source.map(() => ({ id: '', cells: [] }));
  for (const [at, cells] of source.entries()) {
    const row = rows[at] as TableRow;
    let column = 0;
    for (const cell of cells) {
      while (row.cells[column]) column += 1;
      const definition = columns[column];
      const read = definition && readCell(cell, definition, place, content, options.get(column) ?? []);
      if (!read || !spread(rows, at, column, read)) return undefined;
    }
  }
  for (const row of rows) {
    columns.forEach((column, at) => {
      row.cells[at] ??= column.definition.type === 'text' ? { blocks: [paragraph()] } : {};
    });
  }
  return rows;
}

/** Puts a cell in its place and empty cells into the places that it covers; false when they are taken or beyond the table. */
function spread(rows: TableRow[], at: number, column: number, cell: TableCell): boolean {
  const { rowSpan = 1, colSpan = 1 } = cell;
  if ((rowSpan > 1 && colSpan > 1) || at + rowSpan > rows.length) return false;
  for (let down = 0; down < rowSpan; down += 1) {
    for (let across = 0; across < colSpan; across += 1) {
      const cells = rows[at + down]?.cells;
      if (!cells || cells[column + across]) return false;
      cells[column + across] = down === 0 && across === 0 ? cell : { blocks: [paragraph()] };
    }
  }
  return true;
}

function readCell(
  cell: HtmlElement,
  column: TableColumn,
  place: HtmlPlace,
  content: Content,
  options: DocumentData[],
): TableCell | undefined {
  const { colspan, rowspan, style, align, ...rest } = attributesOf(cell);
  const spans = { ...spanOf('colSpan', colspan), ...spanOf('rowSpan', rowspan) };
  if (Object.values(spans).some((span) => Number.isNaN(span))) return undefined;
  if (Object.keys(spans).length > 0 && column.definition.type !== 'text') return undefined;
  const found: TableCell | undefined =
    column.definition.type === 'text'
      ? { blocks: cellBlocks(cell, place, content) }
      : readValueCell(cell, column.definition.type, place, options);
  if (!found) return undefined;
  // The object fit of an image was read with the image.
  if (isRecord(found.value) && found.value['objectFit'] === rest['data-object-fit'])
    delete rest['data-object-fit'];
  const textAlign = align ?? onlyTextAlign(style);
  const wanted = column.definition['textAlignment'] ?? 'left';
  const isKept = style !== undefined && (align !== undefined || textAlign === undefined);
  if (textAlign !== undefined && textAlign !== wanted && !alignCell(found, textAlign)) {
    if (align !== undefined) rest['align'] = align;
    else rest['style'] = style ?? '';
  }
  if (isKept) rest['style'] = style;
  return { ...found, ...spans, ...(Object.keys(rest).length > 0 && { attributes: rest }) };
}

function cellBlocks(cell: HtmlElement, place: HtmlPlace, content: Content): DocumentBlock[] {
  const blocks = content(cell.childNodes) ?? [rawHtmlBlock(innerSource(cell, place.source))];
  return blocks.length > 0 ? blocks : [paragraph()];
}

/** Hidden columns come last, like in a table that is read back from its stored form. */
function inModelOrder(model: TableModel): TableModel {
  const order = model.columns
    .map((_, at) => at)
    .sort((a, b) => {
      const hidden = Number(!model.columns[a]?.visible) - Number(!model.columns[b]?.visible);
      return hidden || a - b;
    });
  const pick = <T>(list: T[]): T[] => order.map((at) => list[at] as T);
  return {
    ...model,
    columns: pick(model.columns),
    rows: model.rows.map((row) => ({ ...row, cells: pick(row.cells) })),
  };
}
