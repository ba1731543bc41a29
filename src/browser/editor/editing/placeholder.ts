import { Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

/** Says in an empty paragraph with the cursor how to go on. */
export function placeholder(): Plugin {
  return new Plugin({
    props: {
      decorations(state) {
        const { $from, empty } = state.selection;
        const isEmpty = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
        if (!empty || !isEmpty || $from.depth === 0) return null;
        const hint = { 'data-placeholder': 'Write, or type / for blocks', class: 'is-empty' };
        return DecorationSet.create(state.doc, [Decoration.node($from.before(), $from.after(), hint)]);
      },
    },
  });
}
