import type { Node } from 'prosemirror-model';
import type { NodeView, ViewMutationRecord } from 'prosemirror-view';
import type { DocumentBlock } from '#modules/documents/browser.js';
import type { PageContext } from '../page-context.js';
import { drawBlock } from './draw-blocks.js';

/** A hint with the icon that readers see: that of its style, or its own. */
export class HintView implements NodeView {
  readonly dom = document.createElement('aside');
  readonly contentDOM = document.createElement('div');
  private readonly mark = document.createElement('span');
  private look = '';

  constructor(
    node: Node,
    private readonly context: PageContext,
  ) {
    this.dom.setAttribute('role', 'note');
    this.mark.className = 'editor-hint-mark';
    this.mark.contentEditable = 'false';
    this.contentDOM.className = 'hint-body';
    this.dom.append(this.mark, this.contentDOM);
    this.show(node);
  }

  update(node: Node): boolean {
    if (node.type.name !== 'hint') return false;
    this.show(node);
    return true;
  }

  ignoreMutation(record: ViewMutationRecord): boolean {
    return record.type !== 'selection' && !this.contentDOM.contains(record.target);
  }

  private show(node: Node): void {
    const { style = 'info', icon } = node.attrs['data'] as { style?: string; icon?: string };
    const look = JSON.stringify([style, icon]);
    if (look === this.look) return;
    this.look = look;
    this.dom.className = `hint hint-${style}`;
    void iconOf(this.context, look, { style, ...(icon === undefined ? {} : { icon }) }).then((html) => {
      // The server has made the HTML, and cleaned it as it does for readers.
      if (look === this.look) this.mark.innerHTML = html;
    });
  }
}

const icons = new Map<string, Promise<string>>();

/** The icon of hints that look alike, drawn once for the visit by drawing a hint without text. */
function iconOf(context: PageContext, look: string, data: Record<string, unknown>): Promise<string> {
  const known = icons.get(look);
  if (known) return known;
  const empty = {
    object: 'block',
    type: 'hint',
    data,
    nodes: [{ object: 'block', type: 'paragraph', data: {}, nodes: [] }],
  } as unknown as DocumentBlock;
  const drawn = drawBlock(context, empty).then((html) => {
    const holder = document.createElement('template');
    holder.innerHTML = html ?? '';
    return holder.content.querySelector('.hint-icon')?.outerHTML ?? '';
  });
  icons.set(look, drawn);
  return drawn;
}
