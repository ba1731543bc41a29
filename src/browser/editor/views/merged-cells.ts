import type { Node } from 'prosemirror-model';
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import { goToNextCell } from 'prosemirror-tables';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { type Merge, spansOf } from './cell-spans.js';

const key = new PluginKey<DecorationSet>('merged-cells');

/** Shows merged cells as one, as readers see them; the cells that they cover stay in the table, and are not seen. */
export function mergedCells(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: (_, { doc }) => withSpans(DecorationSet.empty, doc, 0, doc.content.size),
      apply(tr, before, { doc: old }, { doc }) {
        const start = tr.docChanged ? old.content.findDiffStart(doc.content) : null;
        if (start === null) return before;
        const end = old.content.findDiffEnd(doc.content)!;
        return withSpans(before.map(tr.mapping, doc), doc, start, Math.max(start, end.b));
      },
    },
    props: { decorations: (state) => key.getState(state) },
    appendTransaction(transactions, before, state) {
      const isMoved = transactions.some(({ selectionSet }) => selectionSet);
      if (!isMoved || !isCovered(state)) return null;
      const by = state.selection.from < before.selection.from ? -1 : 1;
      let shown = state;
      while (isCovered(shown)) {
        const last = shown;
        goToNextCell(by)(last, (tr) => (shown = last.apply(tr)));
        if (shown === last) return null;
      }
      return state.tr.setSelection(shown.selection);
    },
  });
}

/** True while the cursor is in a cell that another covers. */
function isCovered(state: EditorState): boolean {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'table_cell') {
      const found = key.getState(state)!.find($from.before(depth), $from.after(depth));
      return found.some(({ spec, from }) => spec.isCovered === true && from === $from.before(depth));
    }
  return false;
}

function withSpans(before: DecorationSet, doc: Node, from: number, to: number): DecorationSet {
  let set = before;
  doc.nodesBetween(from, to, (node, at) => {
    if (node.type.name !== 'table') return !node.isTextblock;
    const old = set.find(at, at + node.nodeSize);
    const now = decorationsOf(node, at);
    if (old.length > 0) set = set.remove(old);
    if (now.length > 0) set = set.add(doc, now);
    return false;
  });
  return set;
}

function decorationsOf(table: Node, at: number): Decoration[] {
  const { cellMerges } = table.attrs['data'] as { cellMerges?: readonly Merge[] };
  if (!Array.isArray(cellMerges)) return [];
  const columns = table.child(0).children.map((header) => String(header.attrs['column']));
  const rows = table.children.slice(1).map((row) => String(row.attrs['key']));
  const spans = spansOf(cellMerges, rows, columns);
  const marks: Decoration[] = [];
  table.forEach((row, rowAt, y) =>
    row.forEach((cell, cellAt, x) => {
      const span = spans.get(`${y - 1}:${x}`);
      if (span === undefined) return;
      const start = at + 1 + rowAt + 1 + cellAt;
      const looks = span
        ? { rowspan: String(span.rowSpan), colspan: String(span.colSpan) }
        : { hidden: 'hidden' };
      marks.push(Decoration.node(start, start + cell.nodeSize, looks, { isCovered: span === null }));
    }),
  );
  return marks;
}
