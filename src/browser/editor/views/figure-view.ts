import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { schema } from '../document/index.js';
import type { PageContext } from '../page-context.js';
import { setData } from '../editing/commands.js';
import { openInlineForm } from '../menus/inline-form.js';
import { Picture } from './picture.js';

type Data = Record<string, unknown>;

/** An image, a file, a drawing or an embed, with its caption. */
export class FigureView implements NodeView {
  readonly dom = document.createElement('figure');
  readonly contentDOM = document.createElement('div');
  private readonly shown = document.createElement('div');
  private readonly picture?: Picture;
  private drawn = '';

  constructor(
    private node: Node,
    private readonly view: EditorView,
    private readonly getPos: () => number | undefined,
    private readonly context: PageContext,
  ) {
    this.dom.className = `editor-figure ${node.type.name}`;
    this.shown.contentEditable = 'false';
    this.contentDOM.className = 'editor-caption';
    const tools = document.createElement('div');
    tools.className = 'editor-figure-tools';
    tools.contentEditable = 'false';
    tools.append(
      tool('Settings', () => this.atPosition((at) => openInlineForm(view, context, at))),
      tool('Caption', () => this.atPosition((at) => this.addCaption(at))),
    );
    if (node.type.name === 'image')
      this.picture = new Picture(context, (changes) =>
        this.atPosition((at) => setData(at, changes)(view.state, view.dispatch)),
      );
    if (this.picture) this.shown.append(this.picture.element);
    this.dom.append(this.shown, tools, this.contentDOM);
    void this.draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    void this.draw();
    return true;
  }

  stopEvent({ target, type }: Event): boolean {
    if (this.picture?.owns(target)) return true;
    return type === 'mousedown' && target instanceof HTMLButtonElement;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  private async draw(): Promise<void> {
    const data = this.node.attrs['data'] as Data;
    const written = JSON.stringify(data);
    if (written === this.drawn) return;
    this.drawn = written;
    if (this.picture) return this.picture.show(data, (words) => labelled('🖼', words));
    const element = await elementOf(this.node.type.name, data, this.context);
    if (written === this.drawn) this.shown.replaceChildren(element);
  }

  private addCaption(at: number): void {
    const caption = this.node.firstChild
      ? null
      : schema.nodes['caption']!.create(null, schema.nodes['paragraph']!.create());
    const tr = this.view.state.tr;
    if (caption) tr.insert(at + 1, caption);
    this.view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 3))));
    this.view.focus();
  }

  private atPosition(act: (at: number) => void): void {
    const at = this.getPos();
    if (at !== undefined) act(at);
  }
}

async function elementOf(type: string, data: Data, context: PageContext): Promise<HTMLElement> {
  if (type === 'embed')
    return labelled('↗', textOf(data['url']) || 'Embed: choose an address in its settings');
  if (type === 'file') {
    const { kind, file } = (data['ref'] ?? {}) as { kind?: string; file?: string };
    const stored = kind === 'file' && file ? await context.file(file) : null;
    return labelled('📎', stored?.name ?? 'File');
  }
  const url = await context.imageUrl(data['ref']);
  if (url === null) return labelled('🖼', 'The picture is not there.');
  const image = document.createElement('img');
  image.src = url;
  return image;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function labelled(mark: string, words: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'editor-file';
  box.textContent = `${mark} ${words}`;
  return box;
}

function tool(title: string, onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', textContent: title });
  button.addEventListener('click', onClick);
  return button;
}
