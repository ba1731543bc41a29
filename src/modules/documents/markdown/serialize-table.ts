import type { DocumentBlock } from '../document.types.js';
import { rawSourceOf } from '../raw-source.js';
import { readTable, type TableColumn, type TableModel } from '../table-model.js';
import { inlineMarkdown } from './inline-markdown.js';
import { onlyKeys } from './inline-html.js';
import type { OtherBlocks } from './serialize-html.js';
import { tableHtml, titleBlocks } from './serialize-html-table.js';
import type { SerializeState } from './serialize-state.js';

/** A table as a pipe table when that expresses all of it, else as HTML; undefined when neither does. */
export function tableMarkdown(
  table: DocumentBlock,
  state: SerializeState,
  others: OtherBlocks,
): string | undefined {
  const model = readTable(table);
  if (!model || model.columns.length === 0) return undefined;
  if (isPipeTable(model)) return pipeTable(model, state);
  return tableHtml(table, state, others);
}

function isPipeTable(model: TableModel): boolean {
  const { view, columns, rows, data } = model;
  if (view['type'] !== 'grid' || view['hideHeader'] === true || !onlyKeys(view, ['type', 'hideHeader']))
    return false;
  if (!onlyKeys(data, [])) return false;
  const isPlainColumn = (column: TableColumn): boolean =>
    column.visible &&
    column.width === undefined &&
    column.definition.type === 'text' &&
    onlyKeys(column.definition, ['type', 'title', 'textAlignment']) &&
    (!column.header || isLine(column.header));
  return (
    columns.every(isPlainColumn) &&
    rows.every((row) =>
      row.cells.every((cell) => Object.keys(cell).length === 1 && isLine(cell.blocks ?? [])),
    )
  );
}

function isLine(blocks: DocumentBlock[]): boolean {
  const only = blocks.length === 1 ? blocks[0] : undefined;
  return only?.type === 'paragraph' && Object.keys(only.data).length === 0 && rawSourceOf(only) === undefined;
}

function pipeTable(model: TableModel, state: SerializeState): string {
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  const cell = (blocks: DocumentBlock[]): string =>
    inlineMarkdown(blocks[0]?.nodes ?? [], { state, inCell: true });
  const titles = model.columns.map((column) => cell(titleBlocks(column)));
  const rule = model.columns.map(({ definition }) => {
    const align = definition['textAlignment'];
    return align === 'center' ? ':---:' : align === 'right' ? '---:' : '---';
  });
  return [
    line(titles),
    line(rule),
    ...model.rows.map((row) => line(row.cells.map((one) => cell(one.blocks ?? [])))),
  ].join('\n');
}
