import { type DocumentBlock, plainText } from '#modules/documents/index.js';
import {
  asNumber,
  asRecord,
  asText,
  fragmentOf,
  maxStars,
  oneOf,
  readMerges,
  readShownTable,
  type ShownColumn,
  type ShownTable,
} from '#modules/rendering/index.js';
import { body, breakable, call, type Code, type Content, fraction } from './code.js';
import { tiles } from './table-cards.js';
import { typesetCell } from './table-cells.js';
import type { TypesettingState } from './typesetting-state.js';

/** More columns than a page has room for are no table any more: each record is then a list of its fields. */
const MAX_COLUMNS = 12;
/** With more columns than this, text is smaller and closer to the lines. */
const MAX_COMFORTABLE_COLUMNS = 7;
/** Width of a page's text, of what a cell keeps free, and of a sign: in points, for comfortable and dense tables. */
const PAGE_WIDTH = 465;
const CELL_SPACE = [14, 8] as const;
const SIGN_WIDTH = [5.4, 4.8] as const;

/** A table as a grid that breaks across pages, its header on each, or as cards. */
export function table(block: DocumentBlock, state: TypesettingState): Content {
  const model = readShownTable(block);
  if (model.view.type === 'cards') return tiles(block, model, state);
  if (model.columns.length === 0) return [];
  return model.columns.length > MAX_COLUMNS ? fields(block, model, state) : grid(block, model, state);
}

function grid(block: DocumentBlock, model: ShownTable, state: TypesettingState): Content {
  const shares = widths(block, model);
  const density = model.columns.length > MAX_COMFORTABLE_COLUMNS ? 1 : 0;
  const sum = shares.reduce((total, share) => total + share, 0);
  /** Signs that fit on a line of each column. */
  const signs = shares.map((share) =>
    Math.max(4, Math.floor(((share / sum) * PAGE_WIDTH - CELL_SPACE[density]) / SIGN_WIDTH[density])),
  );
  const header =
    model.view.hideHeader === true || model.columns.every((column) => column.title.trim() === '')
      ? null
      : model.columns.map((column, x) => breakable(column.title, signs[x]));
  return [
    call('records', [
      density === 1,
      shares.map(fraction),
      model.columns.map((column) => [
        oneOf(column.settings.textAlignment, ['center', 'right']) ??
          (column.type === 'number' ? 'right' : 'left'),
        oneOf(column.settings.verticalAlignment, ['middle', 'bottom']) ?? 'top',
      ]),
      header,
      ...cells(block, model, signs, state),
    ]),
  ];
}

function cells(block: DocumentBlock, model: ShownTable, signs: number[], state: TypesettingState): Code[] {
  const merges = readMerges(block, model);
  return model.rows.flatMap((row, y) =>
    model.columns.flatMap((column, x): Code[] => {
      const span = merges.get(`${y}:${x}`);
      if (span === null) return [];
      const shown = (): Content => typesetCell(block, column, row.values[column.id], state);
      const content = body(state.narrowed(signs[x] ?? state.longestWord, shown));
      return [span ? call('cell', [span.rowSpan ?? 1, span.colSpan ?? 1, content]) : content];
    }),
  );
}

function fields(block: DocumentBlock, model: ShownTable, state: TypesettingState): Content {
  return model.rows.flatMap((row) => [
    ...model.columns.flatMap((column) => {
      const content = typesetCell(block, column, row.values[column.id], state);
      return content.length === 0 ? [] : [call('field', [column.title || null, body(content)])];
    }),
    call('rule', []),
  ]);
}

/** Shares of the page's width: what the author set, else by how much there is to read and how long its words are. */
export function widths(block: DocumentBlock, model: ShownTable): number[] {
  const given = asRecord(model.view.columnWidths);
  const known = model.columns.map((column) => asNumber(given[column.id]) ?? 0);
  if (known.every((width) => width > 0))
    return known.map((width) => Math.max(60, Math.min(800, width)) / 100);
  return model.columns.map((column) => weight(block, model, column));
}

function weight(block: DocumentBlock, model: ShownTable, column: ShownColumn): number {
  const texts = model.rows.slice(0, 60).map(({ values }) => cellText(block, column, values[column.id]));
  const longest = Math.max(column.title.length, ...texts.map((text) => text.length), 4);
  const word = Math.max(
    4,
    ...[column.title, ...texts].flatMap((text) => text.split(/[\s/_-]+/).map(({ length }) => length)),
  );
  return Math.max(Math.min(word, 24), Math.min(longest, 26) + Math.sqrt(Math.min(longest, 900)));
}

function cellText(block: DocumentBlock, column: ShownColumn, value: unknown): string {
  // Stars are wide, and a line of them is not broken.
  if (column.type === 'rating') return 'MM'.repeat(maxStars(column));
  const name = asText(value);
  if (name === undefined) return typeof value === 'number' ? String(value) : 'xxxxxx';
  return plainText(fragmentOf(block, name));
}
