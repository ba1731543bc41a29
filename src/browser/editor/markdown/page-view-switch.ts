import type { EditorView } from 'prosemirror-view';
import type { EditorBar } from '../editor-bar.js';
import type { UnreadMarkdown } from './apply-markdown.js';
import type { MarkdownView } from './markdown-view.js';

/** Switches between the page as readers see it and its Markdown, by a button of the bar and Ctrl+Shift+M. */
export class PageViewSwitch {
  private readonly button: HTMLButtonElement;
  /** Called when the Markdown appears, and when it goes. */
  onSwitch: (isMarkdown: boolean) => void = () => undefined;
  private isSwitching = false;

  constructor(
    private readonly view: EditorView,
    readonly markdown: MarkdownView,
    private readonly bar: EditorBar,
    /** Brings what was typed into the page, and saves it. */
    private readonly flush: () => Promise<void>,
  ) {
    this.button = bar.addTool('Markdown', 'Text as Markdown (Ctrl+Shift+M)', () => void this.toggle());
    document.addEventListener('keydown', (event) => {
      const isKey = (event.ctrlKey || event.metaKey) && event.shiftKey && event.code === 'KeyM';
      if (!isKey) return;
      event.preventDefault();
      void this.toggle();
    });
  }

  /** Opens the Markdown that an earlier visit did not save. */
  restore(unread: UnreadMarkdown, onRestored: () => void): void {
    this.markdown.restore(unread);
    this.showMarkdown(true);
    onRestored();
  }

  private async toggle(): Promise<void> {
    if (this.isSwitching) return;
    this.isSwitching = true;
    try {
      if (this.markdown.isOpen) await this.leave();
      else await this.enter();
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      this.bar.notice(`The view could not be changed. ${reason}`);
    } finally {
      this.isSwitching = false;
    }
  }

  private async enter(): Promise<void> {
    await this.markdown.open();
    this.showMarkdown(true);
    this.markdown.element.focus();
    this.markdown.element.setSelectionRange(0, 0);
  }

  private async leave(): Promise<void> {
    await this.flush();
    // The text that was typed while the first was read.
    if (this.markdown.unread) await this.flush();
    if (this.markdown.unread) throw new Error('Your Markdown is not read yet; the bar says why.');
    this.markdown.close();
    this.showMarkdown(false);
    this.view.focus();
  }

  private showMarkdown(isMarkdown: boolean): void {
    this.view.dom.parentElement!.hidden = isMarkdown;
    this.button.ariaPressed = String(isMarkdown);
    this.onSwitch(isMarkdown);
  }
}
