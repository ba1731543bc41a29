import type { Node, ResolvedPos } from 'prosemirror-model';
import { type Command, Selection } from 'prosemirror-state';
import { schema } from '../document/index.js';

interface PlacedCell {
  table: Node;
  /** Position before the table. */
  at: number;
  row: number;
  column: number;
}

/** Adds a row below the one with the cursor. */
export const addRow: Command = (state, dispatch) => {
  const cell = cellAround(state.selection.$from);
  if (!cell) return false;
  const { table, at, row } = cell;
  const before = table.children.slice(0, row + 1).reduce((size, one) => size + one.nodeSize, 0);
  const cells = table.child(0).children.map((header) => emptyCell(header));
  const position = at + 1 + before;
  const tr = state.tr.insert(position, schema.nodes['table_row']!.create(null, cells));
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(position + 2), 1)).scrollIntoView());
  return true;
};

/** Adds a column of text to the right of the one with the cursor. */
export const addColumn: Command = (state, dispatch) => {
  const cell = cellAround(state.selection.$from);
  if (!cell) return false;
  const { table, at, column } = cell;
  const tr = state.tr;
  const header = schema.nodes['table_header']!.create(null, schema.nodes['paragraph']!.create());
  // From the last row on, so that positions before stay what they are.
  let end = at + 1 + table.content.size;
  for (const row of [...table.children].reverse()) {
    const inside = row.children.slice(0, column + 1).reduce((size, one) => size + one.nodeSize, 0);
    end -= row.nodeSize;
    tr.insert(end + 1 + inside, row.type.name === 'table_head' ? header : emptyCell(header));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

function emptyCell(header: Node): Node {
  const { type = 'text' } = header.attrs['definition'] as { type?: string };
  const content =
    type === 'text'
      ? schema.nodes['paragraph']!.create()
      : schema.nodes['table_value']!.create({ isAbsent: true });
  return schema.nodes['table_cell']!.create(null, content);
}

function cellAround($pos: ResolvedPos): PlacedCell | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1)
    if ($pos.node(depth).type.name === 'table')
      return {
        table: $pos.node(depth),
        at: $pos.before(depth),
        row: $pos.index(depth),
        column: $pos.index(depth + 1),
      };
  return null;
}
