import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import type { DocumentBlock } from '#modules/documents/index.js';

import { changed } from '../changes.js';
import { asNumber, asRecord } from '../../model/document-data.js';
import type { RenderState } from '../render-state.js';
import { cards } from './table-cards.js';
import { cellAlignment, renderCell } from './table-cells.js';
import { readMerges, readShownTable, type ShownTable } from '../../model/shown-table.js';

/** Rows from which a table can be sorted, and searched; and columns from which it can be searched. */
const SORTABLE_FROM = 5;
const SEARCHABLE_FROM = 12;
const WIDE_FROM = 6;

/** A table as a grid or as cards. */
export function table(block: DocumentBlock, state: RenderState): ElementContent[] {
  const model = readShownTable(block);
  return model.view.type === 'cards' ? cards(block, model, state) : grid(block, model, state);
}

function grid(block: DocumentBlock, model: ShownTable, state: RenderState): ElementContent[] {
  if (model.columns.length === 0) return [];
  const classes = [
    'table',
    ...(block.data?.['fullWidth'] === true ? ['full-width'] : []),
    ...(model.view.stickyFirstColumn === true ? ['table-sticky-column'] : []),
    ...(model.view.stickyHeader === true ? ['table-sticky-header'] : []),
  ];
  const isSortable =
    model.rows.length >= SORTABLE_FROM && hasHeader(model) && readMerges(block, model).size === 0;
  const isSearchable =
    isSortable && (model.rows.length >= SEARCHABLE_FROM || model.columns.length >= WIDE_FROM);
  return [
    ...(isSearchable ? [h('div', { class: 'table-tools', dataTableTools: '' })] : []),
    // The table is in a named region that takes focus, so that a wide table can be scrolled with the keyboard.
    h(
      'div',
      {
        class: classes.join(' '),
        role: 'region',
        tabIndex: 0,
        ariaLabel: tableName(model, state),
        dataTable: isSortable ? '' : undefined,
      },
      [h('table', [...widths(model), ...header(model), h('tbody', rows(block, model, state))])],
    ),
  ];
}

function tableName(model: ShownTable, state: RenderState): string {
  const titles = model.columns.map((column) => column.title).filter(Boolean);
  return titles.length === 0 ? state.text.table : `${state.text.table}: ${titles.join(', ')}`;
}

function widths(model: ShownTable): Element[] {
  const sizes = asRecord(model.view.columnWidths);
  const known = model.columns.map((column) => asNumber(sizes[column.id]));
  if (known.every((width) => width === undefined || width <= 0)) return [];
  // A minimum width rather than a width: the table still fills the column, and long text may widen it.
  return [
    h(
      'colgroup',
      known.map((width) =>
        h('col', { style: width && width > 0 ? `width:${width}px;min-width:${width}px` : undefined }),
      ),
    ),
  ];
}

/**
 * A hidden header stays readable for screen readers. A header without titles is left out, and a column without a title
 * gets an ordinary cell.
 */
function header(model: ShownTable): Element[] {
  if (!hasTitles(model)) return [];
  const cells = model.columns.map((column) =>
    column.title.trim() === ''
      ? h('td')
      : h('th', { scope: 'col', class: cellAlignment(column) }, column.title),
  );
  return [
    h('thead', { class: model.view.hideHeader === true ? 'visually-hidden' : undefined }, [h('tr', cells)]),
  ];
}

function hasTitles({ columns }: ShownTable): boolean {
  return columns.some((column) => column.title.trim() !== '');
}

function hasHeader(model: ShownTable): boolean {
  return model.view.hideHeader !== true && hasTitles(model);
}

function rows(block: DocumentBlock, model: ShownTable, state: RenderState): Element[] {
  const merges = readMerges(block, model);
  return model.rows.map((row, y) => {
    const cells = model.columns.flatMap((column, x): Element[] => {
      const span = merges.get(`${y}:${x}`);
      if (span === null) return [];
      const value = Object.hasOwn(row.values, column.id) ? row.values[column.id] : undefined;
      const shown = (one: unknown): ElementContent[] => renderCell(block, column, one, state);
      const content = Object.hasOwn(row.before, column.id)
        ? [...changed('deleted', shown(row.before[column.id])), ...changed('inserted', shown(value))]
        : shown(value);
      return [h('td', { ...span, class: cellAlignment(column) }, content)];
    });
    return h('tr', cells);
  });
}
