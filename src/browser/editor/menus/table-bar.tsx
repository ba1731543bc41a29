import { type Command, Plugin } from 'prosemirror-state';
import { deleteColumn, deleteRow, deleteTable, isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { addColumn, addRow } from '../editing/table-commands.js';
import { entersToolbar, keepFocus } from './bubble-bar.js';
import { Popup } from './popup.js';

const ACTIONS: readonly { title: string; command: Command }[] = [
  { title: 'Row below', command: addRow },
  { title: 'Column right', command: addColumn },
  { title: 'Delete row', command: deleteRow },
  { title: 'Delete column', command: deleteColumn },
  { title: 'Delete table', command: deleteTable },
];

/** The bar above a table with the cursor in it. */
export function tableBar(): Plugin {
  const popup = new Popup('table-bar');
  const draw = (view: EditorView) => {
    const hasFocus = view.hasFocus() || popup.contains(document.activeElement);
    const isShown = hasFocus && isInTable(view.state) && view.state.selection.empty;
    const table = isShown ? tableElement(view) : null;
    if (!table) return popup.hide();
    const { left, top, bottom } = table.getBoundingClientRect();
    popup.show(<Bar view={view} />, { left, top, bottom, isAbove: true });
  };
  return new Plugin({
    view: () => ({ update: draw, destroy: () => popup.hide() }),
    props: {
      handleKeyDown: (view, event) => entersToolbar(view, event, popup),
      handleDOMEvents: { blur: (view) => void setTimeout(() => draw(view), 150) },
    },
  });
}

function tableElement(view: EditorView): Element | null {
  const { $from } = view.state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if ($from.node(depth).type.name === 'table') return view.nodeDOM($from.before(depth)) as Element | null;
  return null;
}

function Bar({ view }: { view: EditorView }) {
  return (
    <div role="toolbar" aria-label="Table" onMouseDown={keepFocus}>
      {ACTIONS.filter(({ command }) => command(view.state)).map(({ title, command }) => (
        <button
          type="button"
          onClick={() => {
            command(view.state, view.dispatch);
            view.focus();
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
