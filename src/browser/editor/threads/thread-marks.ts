import { Plugin, PluginKey } from 'prosemirror-state';
import { DecorationSet, type EditorView } from 'prosemirror-view';

const key = new PluginKey<DecorationSet>('threads');

/** Shows where open threads are. They stay at their words while a person writes; `showThreads` says where they are now. */
export function threadMarks(): Plugin<DecorationSet> {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, set) => (tr.getMeta(key) as DecorationSet | undefined) ?? set.map(tr.mapping, tr.doc),
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

/** Puts marks in place of those that are there. */
export function showThreads(view: EditorView, marks: DecorationSet): void {
  if (marks !== DecorationSet.empty || key.getState(view.state) !== marks)
    view.dispatch(view.state.tr.setMeta(key, marks).setMeta('addToHistory', false));
}
