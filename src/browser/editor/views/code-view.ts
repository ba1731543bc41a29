import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { setData } from '../editing/commands.js';

const LANGUAGES =
  'bash c cpp csharp css diff dockerfile go graphql html http ini java javascript json jsx kotlin lua markdown mermaid php plaintext powershell python ruby rust scss shell sql swift toml tsx typescript xml yaml'.split(
    ' ',
  );

/** Code with its language and its title above. */
export class CodeView implements NodeView {
  readonly dom = document.createElement('figure');
  readonly contentDOM = document.createElement('code');
  private readonly language = document.createElement('input');
  private readonly title = document.createElement('input');

  constructor(
    private node: Node,
    private readonly view: EditorView,
    private readonly getPos: () => number | undefined,
  ) {
    this.dom.className = 'code';
    const bar = document.createElement('figcaption');
    bar.className = 'code-title code-bar';
    bar.contentEditable = 'false';
    Object.assign(this.title, { type: 'text', placeholder: 'Title' });
    this.title.setAttribute('aria-label', 'Title of the code');
    Object.assign(this.language, { type: 'text', placeholder: 'Language' });
    this.language.setAttribute('aria-label', 'Language of the code');
    this.language.setAttribute('list', languageList());
    this.title.addEventListener('change', () => this.set({ title: this.title.value || undefined }));
    this.language.addEventListener('change', () => this.set({ syntax: this.language.value || undefined }));
    bar.append(this.title, this.language);
    const pre = document.createElement('pre');
    pre.append(this.contentDOM);
    this.dom.append(bar, pre);
    this.draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.draw();
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target === this.title || target === this.language;
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return !this.contentDOM.contains(mutation.target);
  }

  private draw(): void {
    const {
      syntax = '',
      title = '',
      overflow,
      lineNumbers,
    } = this.node.attrs['data'] as Record<string, string>;
    if (document.activeElement !== this.language) this.language.value = syntax;
    if (document.activeElement !== this.title) this.title.value = title;
    this.dom.classList.toggle('code-wrap', overflow === 'wrap');
    this.dom.classList.toggle('code-numbered', Boolean(lineNumbers));
  }

  private set(changes: Record<string, unknown>): void {
    const at = this.getPos();
    if (at !== undefined) setData(at, changes)(this.view.state, this.view.dispatch);
  }
}

function languageList(): string {
  const id = 'editor-languages';
  if (!document.getElementById(id)) {
    const list = document.createElement('datalist');
    list.id = id;
    list.append(...LANGUAGES.map((name) => new Option(name)));
    document.body.append(list);
  }
  return id;
}
