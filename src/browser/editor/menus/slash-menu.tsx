import { NodeSelection, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { insertBlocks } from '../editing/commands.js';
import { type Choice, ChoiceList, showChosen } from './choice-list.js';
import type { PageContext } from '../page-context.js';
import { openInlineForm } from './inline-form.js';
import { findBlocks } from './new-blocks.js';
import { Popup } from './popup.js';

export interface SlashEntry extends Choice {
  run: (view: EditorView) => void;
}

/** Finds entries for words; `redraw` is called when there are others. */
type FindEntries = (query: string, redraw: () => void) => SlashEntry[];

/** The menu of blocks that opens after a `/` at the beginning of a line or after a space. */
export function slashMenu(context: PageContext, more: FindEntries): Plugin {
  return typedMenu('/', 'Blocks', (query, redraw) => [
    ...findBlocks(query).map(({ make, ...block }) => ({
      ...block,
      run: (on: EditorView) => {
        insertBlocks(make())(on.state, on.dispatch);
        const { selection } = on.state;
        if (selection instanceof NodeSelection) openInlineForm(on, context, selection.from);
      },
    })),
    ...more(query, redraw),
  ]);
}

/** A menu that opens after a sign in the text, and follows the words after it. */
export function typedMenu(sign: string, label: string, find: FindEntries): Plugin {
  const menu = new TypedMenu(sign, label, find);
  return new Plugin({
    view: () => ({ update: (view) => menu.draw(view), destroy: () => menu.hide() }),
    props: {
      handleKeyDown: (view, event) => menu.handleKey(view, event),
      handleDOMEvents: { blur: (view) => void setTimeout(() => menu.draw(view), 150) },
    },
  });
}

class TypedMenu {
  private readonly popup = new Popup('slash-menu');
  private readonly id: string;
  private readonly pattern: RegExp;
  private chosen = 0;
  /** Position of the sign whose menu the person closed. */
  private dismissed = -1;

  constructor(
    sign: string,
    private readonly label: string,
    private readonly find: FindEntries,
  ) {
    this.id = `menu-${label.split(' ')[0]}`;
    this.pattern = new RegExp(`(?:^|\\s)${sign}([\\p{L}\\d][\\p{L}\\d .'-]{0,24})?$`, 'u');
  }

  hide(): void {
    this.popup.hide();
  }

  draw(view: EditorView): void {
    const found = view.hasFocus() ? this.open(view) : null;
    if (!found) {
      if (!this.typed(view)) this.dismissed = -1;
      if (!this.popup.isOpen) return;
      this.popup.hide();
      view.dom.removeAttribute('aria-controls');
      view.dom.removeAttribute('aria-activedescendant');
      return;
    }
    const { entries, from } = found;
    const { id, label } = this;
    this.chosen = Math.min(this.chosen, entries.length - 1);
    this.popup.show(
      <ChoiceList
        {...{ id, label, choices: entries, chosen: this.chosen }}
        onChoose={(entry) => this.run(view, entry)}
      />,
      view.coordsAtPos(from),
    );
    view.dom.setAttribute('aria-controls', id);
    view.dom.setAttribute('aria-activedescendant', `${id}-${this.chosen}`);
    showChosen(id, this.chosen);
  }

  handleKey(view: EditorView, { key }: KeyboardEvent): boolean {
    const found = this.popup.isOpen ? this.open(view) : null;
    const count = found?.entries.length ?? 0;
    const step = { ArrowDown: 1, ArrowUp: count - 1 }[key];
    if (!found || (step === undefined && !['Enter', 'Tab', 'Escape'].includes(key))) {
      this.chosen = 0;
      return false;
    }
    if (step !== undefined) this.chosen = (this.chosen + step) % count;
    else if (key === 'Escape') this.dismissed = found.from;
    else this.run(view, found.entries[this.chosen]!);
    this.draw(view);
    return true;
  }

  private open(view: EditorView): { from: number; entries: SlashEntry[] } | null {
    const typed = this.typed(view);
    if (!typed || typed.from === this.dismissed) return null;
    const entries = this.find(typed.query, () => this.draw(view));
    return entries.length > 0 ? { from: typed.from, entries } : null;
  }

  private run(view: EditorView, entry: SlashEntry): void {
    const typed = this.typed(view);
    if (typed) view.dispatch(view.state.tr.delete(typed.from, typed.to));
    this.popup.hide();
    view.focus();
    entry.run(view);
  }

  /** The words between the sign and the cursor. */
  private typed({ state }: EditorView): { from: number; to: number; query: string } | null {
    const { $from, empty } = state.selection;
    if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null;
    const { parent, parentOffset } = $from;
    const before = parent.textBetween(Math.max(0, parentOffset - 40), parentOffset, '\ufffc', '\ufffc');
    const match = this.pattern.exec(before);
    if (!match) return null;
    const query = match[1] ?? '';
    return { from: $from.pos - query.length - 1, to: $from.pos, query };
  }
}
