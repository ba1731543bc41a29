import { keymap } from 'prosemirror-keymap';
import { type Command, Plugin, Selection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Blocks from which on a page is long. */
const LONG = 300;

/**
 * Has the browser draw only the blocks near the window: with each key Chromium reads all text that is drawn,
 * for input methods, which takes 6 ms for 1,000 blocks. The heights of all blocks are measured first, so that nothing jumps when one scrolls.
 */
export function longPage(): Plugin[] {
  return [
    new Plugin({
      view({ dom, state }) {
        const surface = dom.parentElement!;
        const show = (count: number) => surface.classList.toggle('is-long', count > LONG);
        show(state.doc.childCount);
        requestAnimationFrame(() => requestAnimationFrame(() => surface.classList.add('is-measured')));
        return { update: (view) => void show(view.state.doc.childCount) };
      },
    }),
    // Browsers move the cursor past what they left out, or to its edge.
    keymap({
      PageUp: turnPage(-1, false),
      PageDown: turnPage(1, false),
      'Shift-PageUp': turnPage(-1, true),
      'Shift-PageDown': turnPage(1, true),
      'Mod-Home': goTo(-1, false),
      'Mod-End': goTo(1, false),
      'Shift-Mod-Home': goTo(-1, true),
      'Shift-Mod-End': goTo(1, true),
    }),
  ];
}

/** Moves the cursor to the start or the end of the page, or selects as far as there. */
function goTo(side: -1 | 1, isSelecting: boolean): Command {
  return ({ doc, selection, tr }, dispatch) => {
    const there = side < 0 ? Selection.atStart(doc) : Selection.atEnd(doc);
    const chosen = isSelecting ? TextSelection.between(selection.$anchor, there.$head) : there;
    dispatch?.(tr.setSelection(chosen).scrollIntoView());
    return true;
  };
}

/** Part of the window that a page key scrolls, so that some lines stay in sight. */
const PAGE = 0.8;

/** Scrolls by a window, and moves the cursor to the same place of it, as browsers do. */
function turnPage(side: -1 | 1, isSelecting: boolean): Command {
  return ({ selection }, _dispatch, view) => {
    if (!view) return false;
    const cursor = view.coordsAtPos(selection.head);
    const { left } = cursor;
    const top = Math.min(innerHeight * PAGE, Math.max(innerHeight * (1 - PAGE), cursor.top));
    const before = scrollY;
    scrollBy({ top: side * innerHeight * PAGE, behavior: 'instant' });
    if (scrollY === before) return goTo(side, isSelecting)(view.state, view.dispatch, view);
    // The browser draws the blocks that came into sight with the next frame.
    requestAnimationFrame(() => requestAnimationFrame(() => putCursor(view, { left, top }, isSelecting)));
    return true;
  };
}

function putCursor(view: EditorView, there: { left: number; top: number }, isSelecting: boolean): void {
  const found = view.isDestroyed ? null : view.posAtCoords(there);
  if (!found) return;
  const { doc, selection, tr } = view.state;
  const target = Selection.near(doc.resolve(found.pos));
  view.dispatch(
    tr.setSelection(isSelecting ? TextSelection.between(selection.$anchor, target.$head) : target),
  );
}
