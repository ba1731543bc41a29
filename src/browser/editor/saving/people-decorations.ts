import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import type { Presence } from './page-source.js';

const people = new PluginKey<readonly Presence[]>('people');

/** Marks the blocks in which others are. */
export function peoplePlugin(): Plugin {
  return new Plugin<readonly Presence[]>({
    key: people,
    state: {
      init: () => [],
      apply: (tr, now) => (tr.getMeta(people) as readonly Presence[] | undefined) ?? now,
    },
    props: {
      decorations(state) {
        const here = people.getState(state) ?? [];
        if (here.length === 0) return null;
        const decorations: Decoration[] = [];
        state.doc.descendants((node, at) => {
          const there = here.filter(({ block }) => block !== undefined && block === node.attrs['key']);
          if (there.length > 0) {
            const names = there.map(({ user }) => user.displayName).join(', ');
            decorations.push(
              Decoration.node(at, at + node.nodeSize, { class: 'is-edited-by-others', 'data-people': names }),
            );
          }
          return !node.isTextblock;
        });
        return DecorationSet.create(state.doc, decorations);
      },
    },
  });
}

/** Tells the editor where others are. */
export function showPeople(view: EditorView, here: readonly Presence[]): void {
  const before = people.getState(view.state) ?? [];
  const isSame =
    before.length === here.length &&
    before.every(
      ({ user, block }, index) => user.id === here[index]!.user.id && block === here[index]!.block,
    );
  if (!isSame) view.dispatch(view.state.tr.setMeta(people, here));
}
