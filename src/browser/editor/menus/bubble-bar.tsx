import { setBlockType, toggleMark } from 'prosemirror-commands';
import { type Command, NodeSelection, Plugin } from 'prosemirror-state';
import { CellSelection } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { useState } from 'preact/hooks';
import { schema } from '../document/index.js';
import type { PageContext } from '../page-context.js';
import { openLinkForm } from './link-form.js';
import { Popup } from './popup.js';

const COLORS = ['default', 'blue', 'green', 'yellow', 'orange', 'red', 'purple', 'gray'] as const;

const MARKS = [
  { name: 'bold', label: 'Bold', text: 'B' },
  { name: 'italic', label: 'Italic', text: 'I' },
  { name: 'strikethrough', label: 'Struck through', text: 'S' },
  { name: 'code', label: 'Code', text: '<>' },
  { name: 'keyboard', label: 'Keyboard key', text: '⌘' },
  { name: 'superscript', label: 'Superscript x²', text: 'x²' },
  { name: 'subscript', label: 'Subscript x₂', text: 'x₂' },
] as const;

const TEXT_TYPES = [
  { name: 'paragraph', title: 'Text' },
  { name: 'heading_1', title: 'Heading 1' },
  { name: 'heading_2', title: 'Heading 2' },
  { name: 'heading_3', title: 'Heading 3' },
  { name: 'code_block', title: 'Code' },
] as const;

/** The bar above selected text: marks, colours, links, and another kind of block. */
export function bubbleBar(context: PageContext): Plugin {
  const popup = new Popup('bubble-bar');
  let isPressed = false;
  const draw = (view: EditorView) => {
    const { selection } = view.state;
    const isText = !selection.empty && !(selection instanceof NodeSelection);
    const isShown = isText && !(selection instanceof CellSelection) && !isPressed && isMarkable(view);
    if (!isShown || (!view.hasFocus() && !popup.contains(document.activeElement))) return popup.hide();
    const [start, end] = [view.coordsAtPos(selection.from), view.coordsAtPos(selection.to, -1)];
    // On phones the browser's own menu is above the selection.
    const isTouch = matchMedia('(pointer: coarse)').matches;
    const place = isTouch
      ? { left: 8, top: end.bottom, bottom: end.bottom }
      : { left: Math.min(start.left, end.left), top: start.top, bottom: end.bottom, isAbove: true };
    popup.show(<Bar view={view} context={context} />, place);
  };
  return new Plugin({
    view: () => ({ update: draw, destroy: () => popup.hide() }),
    props: {
      handleKeyDown: (view, event) => entersToolbar(view, event, popup),
      handleDOMEvents: {
        mousedown: () => {
          isPressed = true;
          return false;
        },
        mouseup: (view) => {
          isPressed = false;
          setTimeout(() => draw(view));
          return false;
        },
        blur: (view) => void setTimeout(() => draw(view), 100),
      },
    },
  });
}

function isMarkable({ state }: EditorView): boolean {
  const { $from, $to, from, to } = state.selection;
  const hasWords = state.doc.textBetween(from, to, ' ').trim() !== '';
  return hasWords && !$from.parent.type.spec.code && !$to.parent.type.spec.code;
}

function Bar({ view, context }: { view: EditorView; context: PageContext }) {
  const [showsColors, setShowsColors] = useState(false);
  const run = (command: Command) => {
    command(view.state, view.dispatch);
    view.focus();
  };
  const { $from } = view.state.selection;
  const kind = $from.parent.type.name;
  return (
    <div role="toolbar" aria-label="Text" onMouseDown={keepFocus}>
      <select
        aria-label="Kind of block"
        value={kind}
        onChange={({ currentTarget }) => run(setBlockType(schema.nodes[currentTarget.value]!))}
      >
        {TEXT_TYPES.map(({ name, title }) => (
          <option value={name}>{title}</option>
        ))}
      </select>
      <MarkButtons view={view} run={run} />
      <button
        type="button"
        aria-label="Link"
        title="Link (Ctrl+K)"
        onClick={() => openLinkForm(view, context)}
      >
        ↗
      </button>
      <button
        type="button"
        aria-label="Colour"
        title="Colour"
        aria-expanded={showsColors}
        onClick={() => setShowsColors(!showsColors)}
      >
        A
      </button>
      {context.comment && (
        <button type="button" aria-label="Comment" title="Comment on these words" onClick={context.comment}>
          ❝
        </button>
      )}
      {showsColors && <Colors onChoose={(text, background) => run(setColor(text, background))} />}
    </div>
  );
}

function MarkButtons({ view, run }: { view: EditorView; run: (command: Command) => void }) {
  return (
    <>
      {MARKS.map(({ name, label, text }) => (
        <button
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={isActive(view, name)}
          class={`bubble-${name}`}
          onClick={() => run(toggleMark(schema.marks[name]!))}
        >
          {text}
        </button>
      ))}
    </>
  );
}

function Colors({ onChoose }: { onChoose: (text: string, background: string) => void }) {
  return (
    <div class="bubble-colors">
      {COLORS.map((color) => (
        <button
          type="button"
          class={`color-${color}`}
          aria-label={`Text ${color}`}
          onClick={() => onChoose(color, 'default')}
        >
          A
        </button>
      ))}
      {COLORS.map((color) => (
        <button
          type="button"
          class={`back-${color}`}
          aria-label={`Ground ${color}`}
          onClick={() => onChoose('default', color)}
        >
          A
        </button>
      ))}
    </div>
  );
}

function setColor(text: string, background: string): Command {
  return ({ selection: { from, to }, tr }, dispatch) => {
    const color = schema.marks['color']!;
    tr.removeMark(from, to, color);
    if (text !== 'default' || background !== 'default')
      tr.addMark(from, to, color.create({ data: { text, background } }));
    dispatch?.(tr);
    return true;
  };
}

function isActive({ state }: EditorView, name: string): boolean {
  const { from, to } = state.selection;
  return state.doc.rangeHasMark(from, to, schema.marks[name]!);
}

/** Alt+F10 goes from the text to the toolbar that is shown, as in other editors. */
export function entersToolbar(view: EditorView, { key, altKey }: KeyboardEvent, toolbar: Popup): boolean {
  if (key !== 'F10' || !altKey || !toolbar.isOpen) return false;
  toolbar.enter(view);
  return true;
}

/** A press of a button leaves the selection where it is. */
export function keepFocus(event: MouseEvent): void {
  if (!(event.target instanceof HTMLSelectElement || event.target instanceof HTMLInputElement))
    event.preventDefault();
}
