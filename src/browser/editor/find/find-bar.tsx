import { type ComponentChildren, render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Command, type EditorState, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { EditorBar } from '../editor-bar.js';
import type { FindQuery } from './find-matches.js';
import {
  clearQuery,
  currentMatch,
  findPlugin,
  findState,
  goToMatch,
  replaceAll,
  replaceMatch,
  setQuery,
} from './find-plugin.js';

/** Find and replace: Ctrl+F and Ctrl+H in the text open a bar above it. */
export class FindBar {
  readonly element = document.createElement('div');
  readonly plugins: Plugin[];
  private replacesToo = false;
  private words = '';
  /** Position from which the search began. */
  private origin = 0;
  private view: EditorView | null = null;
  private button: HTMLButtonElement | null = null;

  constructor() {
    this.element.className = 'find-bar';
    this.element.hidden = true;
    const keys = new Plugin({
      view: (view) => {
        this.view = view;
        return { update: () => this.draw() };
      },
      props: { handleKeyDown: (_, event) => this.openBy(event) },
    });
    this.plugins = [findPlugin(), keys];
    this.element.addEventListener('keydown', (event) => this.onKey(event));
  }

  /** Puts the bar at the top of a text, and a button for it into the bar of the page. */
  attach(surface: HTMLElement, bar: EditorBar): void {
    surface.prepend(this.element);
    this.button = bar.addTool('Find', 'Find and replace (Ctrl+F)', () => this.toggle());
  }

  /** Hides the button while there is nothing to find in. */
  setAvailable(isAvailable: boolean): void {
    if (this.button) this.button.hidden = !isAvailable;
  }

  private press(isOpen: boolean): void {
    if (this.button) this.button.ariaPressed = String(isOpen);
  }

  private toggle(): void {
    if (this.isOpen) this.close();
    else this.open();
  }

  private get isOpen(): boolean {
    return !this.element.hidden;
  }

  /** Opens the bar with the words that are selected. */
  open(replacesToo = this.replacesToo): void {
    const { view } = this;
    if (!view) return;
    const { from, to } = view.state.selection;
    const selected = view.state.doc.textBetween(from, to, '\n');
    const isUsable = selected !== '' && selected.length <= 200 && !selected.includes('\n');
    this.replacesToo = replacesToo;
    this.origin = from;
    this.element.hidden = false;
    const { query } = findState(view.state);
    this.set({ ...query, search: isUsable ? selected : query.search });
    const field = this.element.querySelector<HTMLInputElement>('input');
    field?.focus();
    field?.select();
    this.press(true);
  }

  /** Closes the bar; the cursor is where the last match was. */
  close(): void {
    if (!this.view || !this.isOpen) return;
    this.element.hidden = true;
    clearQuery(this.view.state, this.view.dispatch);
    this.view.focus();
    this.press(false);
  }

  private openBy(event: KeyboardEvent): boolean {
    const isMod = event.ctrlKey || event.metaKey;
    if (!isMod || event.shiftKey || (event.code !== 'KeyF' && event.code !== 'KeyH')) return false;
    event.preventDefault();
    this.open(event.code === 'KeyH' || event.altKey);
    return true;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.close();
    else if (!this.openBy(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private set(query: FindQuery): void {
    this.run(setQuery(query, this.origin));
  }

  private run(command: Command): void {
    const { view } = this;
    if (!view) return;
    command(view.state, view.dispatch);
    this.draw();
    const shown = view.dom.querySelector('.find-match.is-current');
    const place = shown?.getBoundingClientRect();
    // The text scrolls by itself only while it has the focus.
    if (place && (place.top < 140 || place.bottom > innerHeight - 40))
      shown!.scrollIntoView({ block: 'center' });
  }

  private draw(): void {
    if (!this.view || !this.isOpen) return;
    render(
      <div role="search" aria-label="Find and replace">
        {this.findLine(this.view.state)}
        {this.replacesToo ? this.replaceLine() : this.replaceSwitch()}
      </div>,
      this.element,
    );
  }

  private findLine(state: EditorState) {
    const { query, matches } = findState(state);
    return (
      <div class="find-line">
        <Field
          label="Find"
          value={query.search}
          onInput={(search) => this.set({ ...query, search })}
          onEnter={(isBack) => this.run(goToMatch(isBack ? -1 : 1))}
        />
        <span class="find-count" role="status">
          {countOf(query, currentMatch(state), matches.length)}
        </span>
        <Action label="Previous match" title="Previous (Shift+Enter)" onPress={() => this.run(goToMatch(-1))}>
          ↑
        </Action>
        <Action label="Next match" title="Next (Enter)" onPress={() => this.run(goToMatch(1))}>
          ↓
        </Action>
        <Action
          label="Match case"
          isOn={query.isCaseSensitive}
          onPress={() => this.set({ ...query, isCaseSensitive: !query.isCaseSensitive })}
        >
          Aa
        </Action>
        <Action
          label="Whole words"
          isOn={query.isWholeWord}
          onPress={() => this.set({ ...query, isWholeWord: !query.isWholeWord })}
        >
          Words
        </Action>
        <Action label="Close" title="Close (Esc)" onPress={() => this.close()}>
          ×
        </Action>
      </div>
    );
  }

  private replaceLine() {
    return (
      <div class="find-line">
        <Field
          label="Replace by"
          value={this.words}
          onInput={(words) => (this.words = words)}
          onEnter={() => this.run(replaceMatch(this.words))}
        />
        <Action label="Replace" onPress={() => this.run(replaceMatch(this.words))}>
          Replace
        </Action>
        <Action label="Replace all" onPress={() => this.run(replaceAll(this.words))}>
          All
        </Action>
      </div>
    );
  }

  private replaceSwitch() {
    return (
      <Action
        label="Replace too"
        title="Replace too (Ctrl+H)"
        onPress={() => {
          this.replacesToo = true;
          this.draw();
        }}
      >
        Replace too
      </Action>
    );
  }
}

function countOf({ search }: FindQuery, current: number, count: number): string {
  if (search === '') return '';
  if (count === 0) return 'None';
  return current < 0 ? `${count} found` : `${current + 1} of ${count}`;
}

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  onEnter: (isBack: boolean) => void;
}

function Field({ label, value, onInput, onEnter }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // Before `open` selects the words.
  useLayoutEffect(() => {
    if (field.current && field.current.value !== value) field.current.value = value;
  }, [value]);
  return (
    <input
      ref={field}
      type="text"
      aria-label={label}
      placeholder={label}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.isComposing) return;
        event.preventDefault();
        onEnter(event.shiftKey);
      }}
    />
  );
}

interface ActionProps {
  label: string;
  title?: string;
  isOn?: boolean;
  onPress: () => void;
  children: ComponentChildren;
}

function Action({ label, title = label, isOn, onPress, children }: ActionProps) {
  return (
    <button type="button" aria-label={label} title={title} aria-pressed={isOn} onClick={onPress}>
      {children}
    </button>
  );
}
