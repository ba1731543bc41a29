import type { EditorView } from 'prosemirror-view';
import { blockToEditor } from '../document/index.js';
import { DOMSerializer } from 'prosemirror-model';
import type { BlockConflict } from '../document/merge-documents.js';
import { schema } from '../document/index.js';

/** Shows both versions of each block that the person and somebody else changed, to choose from. */
export class ConflictList {
  readonly element = document.createElement('div');

  constructor(
    private readonly view: EditorView,
    private readonly onSolved: () => void,
  ) {
    this.element.className = 'editor-conflicts';
    this.element.hidden = true;
  }

  show(conflicts: readonly BlockConflict[]): void {
    this.element.hidden = conflicts.length === 0;
    this.element.replaceChildren(...conflicts.map((conflict) => this.draw(conflict)));
  }

  private draw(conflict: BlockConflict): HTMLElement {
    const section = document.createElement('section');
    section.setAttribute('aria-label', 'Two versions of a block');
    const words = document.createElement('p');
    words.textContent =
      'Somebody else changed this block while you did. Choose one version; yours can still be edited below.';
    section.append(
      words,
      this.version('Your version', 'Keep yours', conflict, conflict.mine, section),
      this.version('Their version', 'Take theirs', conflict, conflict.theirs, section),
    );
    return section;
  }

  private version(
    title: string,
    action: string,
    { key, theirs }: BlockConflict,
    block: BlockConflict['mine'],
    section: HTMLElement,
  ): HTMLElement {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    caption.textContent = title;
    const shown = document.createElement('div');
    shown.className = 'editor-conflict-text';
    shown.append(DOMSerializer.fromSchema(schema).serializeNode(blockToEditor(block)));
    const button = document.createElement('button');
    Object.assign(button, {
      type: 'button',
      className: 'button button-secondary button-small',
      textContent: action,
    });
    button.addEventListener('click', () => {
      if (block === theirs) this.replace(key, block);
      section.remove();
      if (this.element.childElementCount > 0) return;
      this.element.hidden = true;
      this.onSolved();
    });
    figure.append(caption, shown, button);
    return figure;
  }

  private replace(key: string, block: BlockConflict['theirs']): void {
    const { state } = this.view;
    state.doc.descendants((node, at) => {
      if (node.attrs['key'] === key && node.type.isInGroup('block'))
        this.view.dispatch(this.view.state.tr.replaceWith(at, at + node.nodeSize, blockToEditor(block)));
      return !node.isTextblock;
    });
  }
}
