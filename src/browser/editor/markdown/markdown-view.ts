import type { EditorView } from 'prosemirror-view';
import { type BlockConflict, isEqual, reconcile, toDocument, toEditor } from '../document/index.js';
import { fit } from '../fit.js';
import type { PageContext } from '../page-context.js';
import { applyMarkdown, type MarkdownBase, type UnreadMarkdown } from './apply-markdown.js';
import { readMarkdown, writeMarkdown } from './markdown-source.js';
import { differenceOf } from './text-difference.js';

/** The text of the page as Markdown: a second view of the document in the editor, which stays the one that is saved. */
export class MarkdownView {
  readonly element = document.createElement('textarea');
  private base: MarkdownBase | null = null;
  /** True when the document has changes that the text does not show. */
  private isBehind = false;

  constructor(
    private readonly view: EditorView,
    private readonly context: PageContext,
    onInput: () => void,
  ) {
    this.element.className = 'editor-markdown';
    this.element.hidden = true;
    this.element.setAttribute('aria-label', 'Text of the page as Markdown');
    this.element.addEventListener('input', () => {
      fit(this.element);
      onInput();
    });
  }

  get isOpen(): boolean {
    return this.base !== null;
  }

  /** Text that the document does not have yet. */
  get unread(): UnreadMarkdown | undefined {
    const { base } = this;
    const text = this.element.value;
    return base && base.text !== text ? { text, base } : undefined;
  }

  /** Shows the document as Markdown. @throws ApiError, Unreachable */
  async open(): Promise<void> {
    const base = await writeMarkdown(this.context, toDocument(this.view.state.doc));
    this.show(base, base.text);
    this.isBehind = this.hasMoved(base);
    void this.refresh();
  }

  /** Shows text that an earlier visit did not save. */
  restore({ text, base }: UnreadMarkdown): void {
    this.show(base, text);
    this.isBehind = true;
  }

  close(): void {
    this.base = null;
    this.element.hidden = true;
    this.element.value = '';
  }

  /**
   * Brings what was typed into the document.
   * @returns blocks that somebody else changed too.
   * @throws ApiError, Unreachable
   */
  async read(): Promise<BlockConflict[]> {
    const { unread } = this;
    if (!unread) return [];
    const { text, base } = unread;
    const reading = await readMarkdown(this.context, text, base);
    const { document, conflicts } = applyMarkdown(base, reading, toDocument(this.view.state.doc));
    const tr = reconcile(this.view.state.tr, toEditor(document));
    this.view.dispatch(tr.setMeta('isMarkdown', true));
    if (this.base === base) this.base = { text, reading, document: toDocument(this.view.state.doc) };
    void this.refresh();
    return conflicts;
  }

  /** The document has changed, and not by this view. */
  follow(): void {
    if (!this.base) return;
    this.isBehind = true;
    void this.refresh();
  }

  private show(base: MarkdownBase, text: string): void {
    this.base = base;
    this.element.value = text;
    this.element.hidden = false;
    requestAnimationFrame(() => fit(this.element));
  }

  /** Shows the document as it is now, once all that was typed is in it. */
  private async refresh(): Promise<void> {
    if (!this.isBehind || !this.base || this.unread) return;
    const { base } = this;
    this.isBehind = false;
    try {
      const written = await writeMarkdown(this.context, toDocument(this.view.state.doc));
      // Words typed meanwhile come first; the text follows when they are read.
      if (this.base !== base || this.unread) this.isBehind = true;
      else this.replace(written);
    } catch {
      // The saver says when the server is away, and the next change tries again.
      this.isBehind = true;
    }
  }

  private replace(written: MarkdownBase): void {
    const { from, to, text } = differenceOf(this.element.value, written.text);
    this.element.setRangeText(text, from, to, 'preserve');
    this.base = written;
    this.isBehind = this.hasMoved(written);
    fit(this.element);
    void this.refresh();
  }

  private hasMoved({ document }: MarkdownBase): boolean {
    return !isEqual(document, toDocument(this.view.state.doc));
  }
}
