import { render } from 'preact';
import { Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type Heading, headingAt, headingsOf } from './headings.js';
import { countDocument, countText, readingMinutes } from './text-counts.js';

/** After the last change, in milliseconds, so that keys do not wait for the outline. */
const PAUSE = 200;

/** The headings of the page and the number of its words: beside the text, or folded above it where there is no room. */
export class PageOutline {
  /** Shown above the text on narrow screens. */
  readonly element = document.createElement('details');
  readonly plugin: Plugin;
  /** The place beside the text, which the server has left empty. */
  private readonly aside = document.querySelector('.outline');
  private readonly summary = document.createElement('summary');
  private readonly folded = document.createElement('div');
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isMarkdown = false;
  private view: EditorView | null = null;

  constructor() {
    this.element.className = 'inline-outline editor-outline';
    this.folded.className = 'editor-outline-folded';
    this.summary.textContent = 'On this page';
    this.element.append(this.summary, this.folded);
    this.plugin = new Plugin({
      view: (view) => {
        this.view = view;
        this.schedule(0);
        return {
          update: (_, before) => {
            const isSame = before.doc === view.state.doc && before.selection.eq(view.state.selection);
            if (!isSame) this.schedule();
          },
          destroy: () => clearTimeout(this.timer),
        };
      },
    });
  }

  /** Headings cannot be gone to while the page is shown as Markdown. */
  setMarkdown(isMarkdown: boolean): void {
    this.isMarkdown = isMarkdown;
    this.schedule(0);
  }

  private schedule(wait = PAUSE): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), wait);
  }

  private draw(): void {
    const { view } = this;
    if (!view) return;
    const headings = this.isMarkdown ? [] : headingsOf(view.state.doc);
    const current = headingAt(headings, view.state.selection.head);
    const list = (
      <HeadingList headings={headings} current={current} onOpen={(heading) => goTo(view, heading)} />
    );
    render(
      <nav aria-label="On this page">
        {list}
        <p class="editor-counts">{countsOf(view)}</p>
      </nav>,
      this.folded,
    );
    if (!this.aside) return;
    render(
      <nav class="outline-inner editor-outline" aria-label="On this page">
        {headings.length > 0 && <p class="outline-title">On this page</p>}
        {list}
        <p class="editor-counts">{countsOf(view)}</p>
      </nav>,
      this.aside,
    );
  }
}

function countsOf({ state }: EditorView): string {
  const { from, to, empty } = state.selection;
  const all = countDocument(state.doc);
  if (!empty) {
    const selected = countText(state.doc.textBetween(from, to, '\n', ' '));
    return `${selected.words.toLocaleString()} of ${said(all.words, 'word')} selected, ${said(selected.characters, 'character')}`;
  }
  return `${said(all.words, 'word')}, ${said(all.characters, 'character')}, ${said(readingMinutes(all), 'minute')} to read`;
}

function said(count: number, word: string): string {
  return `${count.toLocaleString()} ${word}${count === 1 ? '' : 's'}`;
}

function goTo(view: EditorView, { at }: Heading): void {
  const heading = view.state.doc.nodeAt(at);
  if (!heading) return;
  const end = TextSelection.create(view.state.doc, at + 1 + heading.content.size);
  view.dispatch(view.state.tr.setSelection(end));
  view.focus();
  const element = view.nodeDOM(at);
  if (element instanceof HTMLElement) element.scrollIntoView({ block: 'start' });
}

interface HeadingListProps {
  headings: readonly Heading[];
  current: number;
  onOpen: (heading: Heading) => void;
}

function HeadingList({ headings, current, onOpen }: HeadingListProps) {
  if (headings.length === 0) return null;
  return (
    <ol class="outline-list">
      {headings.map((heading, index) => (
        <li class={`outline-${heading.level}`}>
          <button
            type="button"
            aria-current={index === current ? 'location' : undefined}
            onClick={() => onOpen(heading)}
          >
            {heading.title}
          </button>
        </li>
      ))}
    </ol>
  );
}
