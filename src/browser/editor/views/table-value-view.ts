import type { Node } from 'prosemirror-model';
import type { EditorView, NodeView } from 'prosemirror-view';

/** The value of a cell in a column that holds no text: a number, a tick, stars, options. */
export class TableValueView implements NodeView {
  readonly dom = document.createElement('span');

  constructor(
    private node: Node,
    private readonly view: EditorView,
    private readonly getPos: () => number | undefined,
  ) {
    this.dom.className = 'table-value';
    this.dom.contentEditable = 'false';
    this.draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    if (!this.dom.contains(document.activeElement)) this.draw();
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target !== this.dom;
  }

  ignoreMutation(): boolean {
    return true;
  }

  private draw(): void {
    const { type, options = [], max = 5 } = this.definition();
    const value = this.node.attrs['value'] as unknown;
    const field = document.createElement(type === 'select' ? 'select' : 'input');
    if (field instanceof HTMLSelectElement) {
      field.append(new Option('', ''), ...options.map((one) => new Option(one.label, one.value)));
      field.value = Array.isArray(value) ? String(value[0] ?? '') : '';
      field.addEventListener('change', () => this.set(field.value === '' ? [] : [field.value]));
    } else if (type === 'checkbox') {
      field.type = 'checkbox';
      field.checked = value === true;
      field.addEventListener('change', () => this.set(field.checked));
    } else if (type === 'number' || type === 'rating') {
      field.type = 'number';
      if (type === 'rating') Object.assign(field, { min: '0', max: String(max) });
      field.value = typeof value === 'number' ? String(value) : '';
      field.addEventListener('change', () => this.set(field.value === '' ? undefined : Number(field.value)));
    } else {
      this.dom.textContent = shown(value);
      return;
    }
    field.setAttribute('aria-label', this.definition().title || 'Value');
    this.dom.replaceChildren(field);
  }

  private definition(): {
    type?: string;
    title?: string;
    options?: { value: string; label: string }[];
    max?: number;
  } {
    const at = this.getPos();
    if (at === undefined) return {};
    const $at = this.view.state.doc.resolve(at);
    const table = $at.node($at.depth - 2);
    const header = table.firstChild?.maybeChild($at.index($at.depth - 1));
    return (header?.attrs['definition'] ?? {}) as ReturnType<TableValueView['definition']>;
  }

  private set(value: unknown): void {
    const at = this.getPos();
    if (at === undefined) return;
    const attrs = { value, isAbsent: value === undefined };
    this.view.dispatch(this.view.state.tr.setNodeMarkup(at, undefined, attrs));
  }
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value !== 'object') return String(value as string | number | boolean);
  const { kind, url, page, file, ref } = value as Record<string, unknown>;
  return ref === undefined ? [kind, url ?? page ?? file].filter(Boolean).join(': ') : shown(ref);
}
