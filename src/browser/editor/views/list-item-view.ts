import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { setData } from '../editing/commands.js';

/** An item of a list; one of a task list has a box that a click ticks. */
export class ListItemView implements NodeView {
  readonly dom = document.createElement('li');
  readonly contentDOM: HTMLElement;
  private readonly box: HTMLInputElement | null;

  constructor(
    private node: Node,
    view: EditorView,
    getPos: () => number | undefined,
  ) {
    this.box = isTask(node) ? document.createElement('input') : null;
    this.contentDOM = this.box ? document.createElement('div') : this.dom;
    if (!this.box) return;
    this.dom.className = 'task';
    this.box.type = 'checkbox';
    this.box.setAttribute('aria-label', 'Done');
    this.box.contentEditable = 'false';
    this.contentDOM.className = 'task-body';
    this.dom.append(this.box, this.contentDOM);
    this.box.addEventListener('change', () => {
      const at = getPos();
      if (at !== undefined) setData(at, { checked: this.box!.checked })(view.state, view.dispatch);
    });
    this.draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type || isTask(node) !== (this.box !== null)) return false;
    this.node = node;
    this.draw();
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target === this.box;
  }

  private draw(): void {
    if (this.box) this.box.checked = this.node.attrs['data'].checked === true;
  }
}

function isTask(node: Node): boolean {
  return typeof node.attrs['data'].checked === 'boolean';
}
