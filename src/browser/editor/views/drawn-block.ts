import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import { toBlock } from '../document/index.js';
import type { PageContext } from '../page-context.js';
import { drawBlock } from './draw-blocks.js';

/** A block that a form changes, drawn by the server as readers see it. */
export class DrawnBlock implements NodeView {
  readonly dom = document.createElement('div');

  constructor(
    private node: Node,
    _view: EditorView,
    private readonly context: PageContext,
  ) {
    this.dom.className = `drawn-block drawn-${node.type.name}`;
    void this.draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    const isChanged = !node.eq(this.node);
    this.node = node;
    if (isChanged) void this.draw();
    return true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  /** Asks the server for the block again. */
  async draw(): Promise<void> {
    const { node } = this;
    const html = await drawBlock(this.context, toBlock(node));
    if (node !== this.node) return;
    // The server has made the HTML, and cleaned it as it does for readers.
    if (html !== null && html.trim() !== '') this.dom.innerHTML = html;
    else this.dom.textContent = nameOf(node);
  }
}

function nameOf(node: Node): string {
  const { type, data } = toBlock(node);
  const about = [data['title'], data['formula'], data['path'], data['integration'], data['name']].find(
    (one) => typeof one === 'string' && one !== '',
  );
  return [type.replaceAll('-', ' '), about].filter(Boolean).join(': ');
}
