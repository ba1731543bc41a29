import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';
import type { PageContext } from '../page-context.js';
import { detach } from '../reusable/reusable-commands.js';
import { readReusable, type ReusableRef } from '../reusable/reusable-contents.js';
import { DrawnBlock } from './drawn-block.js';

/** A reusable content as readers see it, below its title and what can be done with it. */
export class ReusableView implements NodeView {
  readonly dom = document.createElement('section');
  private readonly drawn: DrawnBlock;
  private readonly title = document.createElement('span');
  private readonly open = document.createElement('a');
  /** Id of the text that was shown last. */
  private shown: string | undefined;

  constructor(
    private node: Node,
    view: EditorView,
    getPos: () => number | undefined,
    private readonly context: PageContext,
  ) {
    this.drawn = new DrawnBlock(node, view, context);
    this.dom.className = 'editor-reusable';
    const bar = document.createElement('header');
    const button = document.createElement('button');
    Object.assign(button, { type: 'button', textContent: 'Detach', title: 'Put its blocks here instead' });
    button.addEventListener('click', () => {
      const at = getPos();
      if (at !== undefined) void detach(view, context, at);
    });
    this.open.target = '_blank';
    bar.append(this.title, this.open, button);
    this.dom.append(bar, this.drawn.dom);
    document.addEventListener('visibilitychange', this.refresh);
    void this.name();
  }

  destroy(): void {
    document.removeEventListener('visibilitychange', this.refresh);
  }

  update(node: Node): boolean {
    if (!this.drawn.update(node)) return false;
    const isOther = node.attrs['data'] !== this.node.attrs['data'];
    this.node = node;
    if (isOther) void this.name();
    return true;
  }

  stopEvent({ target, type }: Event): boolean {
    const isTool = target instanceof Element && target.closest('header :is(a, button)') !== null;
    return isTool && type !== 'dragstart';
  }

  ignoreMutation(): boolean {
    return true;
  }

  /** A person who comes back from another tab may have edited it there. */
  private readonly refresh = async (): Promise<void> => {
    if (document.visibilityState === 'hidden') return;
    const before = this.shown;
    await this.name();
    if (this.shown !== before) await this.drawn.draw();
  };

  private async name(): Promise<void> {
    const { node, context } = this;
    const ref = (node.attrs['data'] as { ref: ReusableRef }).ref;
    const id = encodeURIComponent(ref.reusableContent);
    const isOwn = ref.space === undefined;
    if (this.shown === undefined) this.title.textContent = 'Reusable content';
    this.open.textContent = isOwn ? 'Edit' : 'Open';
    this.open.href = context.appPath(isOwn ? `edit/~/reusable/${id}` : `reusable-contents#${id}`, ref.space);
    const found = await readReusable(context, ref).catch(() => null);
    if (node !== this.node) return;
    this.shown = found?.document;
    const title = found?.title ?? 'This reusable content is not there, or not for you to read.';
    this.title.textContent = title;
    this.dom.setAttribute('aria-label', `Reusable content: ${title}`);
    this.open.hidden = found === null;
    this.open.setAttribute(
      'aria-label',
      isOwn ? `Edit ${title}` : `Open ${title} among the reusable contents`,
    );
  }
}
