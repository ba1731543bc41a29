import type { DocumentBlock } from '#modules/documents/index.js';
import {
  coverData,
  fieldColumns,
  isTitledField,
  type ShownColumn,
  type ShownRow,
  type ShownTable,
} from '#modules/rendering/index.js';
import { body, call, type Code, type Content } from './code.js';
import { findPicture } from './pictures.js';
import { resolveTarget } from './references.js';
import { typesetCell } from './table-cells.js';
import type { TypesettingState } from './typesetting-state.js';

/** A table shown as cards, each with its cover, its fields and where it leads. */
export function tiles(block: DocumentBlock, model: ShownTable, state: TypesettingState): Content {
  if (model.rows.length === 0) return [];
  const most = model.view.cardSize === 'large' ? 2 : 3;
  const all = model.rows.map((row) => tile(block, model, row, state));
  return [call('tiles', [Math.min(most, all.length), ...all])];
}

function tile(block: DocumentBlock, model: ShownTable, row: ShownRow, state: TypesettingState): Code {
  const target = model.column(model.view.targetDefinition);
  const lead = target ? resolveTarget(row.values[target.id], state) : null;
  const content = fieldColumns(model).flatMap((column) => {
    const shown = typesetCell(block, column, row.values[column.id], state);
    if (shown.length === 0) return [];
    return [call('field', [isTitledField(model, column) ? column.title : null, body(shown)])];
  });
  const cover =
    coverOf(model.column(model.view.coverDefinition), row, state) ??
    coverOf(model.column(model.view.coverDefinitionDark), row, state);
  return call('tile', [cover, lead?.places ?? [], lead?.href ?? null, body(content)]);
}

function coverOf(column: ShownColumn | undefined, row: ShownRow, state: TypesettingState): string | null {
  const data = coverData(column, row);
  return (data && findPicture(data, state)?.path) ?? null;
}
