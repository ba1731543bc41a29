import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { setData } from '../editing/commands.js';
import type { PageContext } from '../page-context.js';
import { DataForm, hasForm } from './data-form.js';
import { Popup } from './popup.js';

let shared: Popup | undefined;

/** Opens the form for the data of a node that is one piece, beside it. False where it has none. */
export function openInlineForm(view: EditorView, context: PageContext, at: number): boolean {
  const node = view.state.doc.nodeAt(at);
  if (!node || !isPiece(node) || !hasForm(node)) return false;
  const popup = (shared ??= new Popup('inline-form'));
  const draw = () => {
    const current = view.state.doc.nodeAt(at);
    if (!current || current.type !== node.type) return popup.hide();
    const change = (changes: Record<string, unknown>) => {
      setData(at, changes)(view.state, view.dispatch);
      draw();
    };
    popup.ask(
      view,
      'Settings',
      <DataForm node={current} context={context} onChange={change} />,
      view.coordsAtPos(at),
    );
  };
  draw();
  return true;
}

/** True for inlines, and for blocks without blocks of their own: pictures, embeds, formulas. */
function isPiece({ isAtom, type }: Node): boolean {
  return isAtom || type.spec.attrs?.['hasFragments'] !== undefined;
}
