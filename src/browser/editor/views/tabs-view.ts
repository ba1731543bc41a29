import { type Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { setData } from '../editing/commands.js';
import { schema } from '../document/index.js';

/** Tabs: a row of titles to write in, and the panel of one of them. */
export class TabsView implements NodeView {
  readonly dom = document.createElement('div');
  readonly contentDOM = document.createElement('div');
  private readonly row = document.createElement('div');
  private current = 0;

  constructor(
    private node: Node,
    private readonly view: EditorView,
    private readonly getPos: () => number | undefined,
  ) {
    this.dom.className = 'tabs editor-tabs';
    this.row.className = 'tab-list';
    this.row.contentEditable = 'false';
    this.contentDOM.className = 'editor-tab-panels';
    this.dom.append(this.row, this.contentDOM);
    this.draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.draw();
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return this.row.contains(target as globalThis.Node);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return !this.contentDOM.contains(mutation.target);
  }

  private draw(): void {
    this.current = Math.min(this.current, this.node.childCount - 1);
    if (this.row.contains(document.activeElement)) {
      this.mark();
      return;
    }
    const add = button('+', 'Add a tab', () => this.add());
    const remove = button('×', 'Delete this tab', () => this.remove());
    remove.hidden = this.node.childCount < 2;
    this.row.replaceChildren(...this.node.children.map((tab, index) => this.title(tab, index)), add, remove);
    this.mark();
  }

  private title(tab: Node, index: number): HTMLElement {
    const input = document.createElement('input');
    Object.assign(input, { type: 'text', placeholder: `Tab ${index + 1}`, size: 12 });
    input.value = String((tab.attrs['data'] as { title?: string }).title ?? '');
    input.setAttribute('aria-label', `Title of tab ${index + 1}`);
    input.addEventListener('focus', () => {
      this.current = index;
      this.mark();
    });
    input.addEventListener('change', () => {
      const at = this.positionOf(index);
      if (at !== null) setData(at, { title: input.value })(this.view.state, this.view.dispatch);
    });
    return input;
  }

  private mark(): void {
    this.dom.dataset['current'] = String(this.current);
    [...this.row.querySelectorAll('input')].forEach((input, index) =>
      input.setAttribute('aria-current', String(index === this.current)),
    );
    requestAnimationFrame(() =>
      [...this.contentDOM.children].forEach((panel, index) => {
        (panel as HTMLElement).classList.toggle('is-current', index === this.current);
      }),
    );
  }

  private add(): void {
    const at = this.getPos();
    if (at === undefined) return;
    const tab = schema.nodes['tabs_item']!.create(
      { data: { title: '' } },
      schema.nodes['paragraph']!.create(),
    );
    const end = at + this.node.nodeSize - 1;
    this.current = this.node.childCount;
    const tr = this.view.state.tr.insert(end, tab);
    this.view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(end + 2))));
    this.row.querySelectorAll('input')[this.current]?.focus();
  }

  private remove(): void {
    const at = this.positionOf(this.current);
    if (at === null || this.node.childCount < 2) return;
    const size = this.node.child(this.current).nodeSize;
    this.view.dispatch(this.view.state.tr.delete(at, at + size));
  }

  private positionOf(index: number): number | null {
    const at = this.getPos();
    if (at === undefined) return null;
    return this.node.children.slice(0, index).reduce((sum, one) => sum + one.nodeSize, at + 1);
  }
}

/** The panel of a tab. Whether it is the one that shows is up to the tabs, so the editor looks past its class. */
export class TabPanelView implements NodeView {
  readonly dom = document.createElement('div');
  readonly contentDOM = this.dom;

  constructor() {
    this.dom.className = 'tab-panel';
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type === 'attributes';
  }
}

function button(text: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  Object.assign(made, { type: 'button', textContent: text, title: label });
  made.setAttribute('aria-label', label);
  made.addEventListener('click', onClick);
  return made;
}
