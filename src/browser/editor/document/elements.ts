import type { DOMOutputSpec, Mark, MarkSpec, Node, NodeSpec } from 'prosemirror-model';
import type { DocumentData } from '#modules/documents/browser.js';

type Elements<T extends NodeSpec | MarkSpec> = Record<string, Pick<T, 'toDOM' | 'parseDOM'>>;

/**
 * The elements of nodes, with the classes of published pages, so that writers see what readers see. Some nodes have a view
 * of their own in `../views`; these elements are what copying gives others, and what pasting finds again.
 */
export const BLOCK_ELEMENTS: Elements<NodeSpec> = {
  paragraph: {
    toDOM: (node) => ['p', aligned(node), 0],
    parseDOM: [{ tag: 'p', getAttrs: alignmentOf }],
  },
  'heading-1': heading(1),
  'heading-2': heading(2),
  'heading-3': heading(3),
  'list-unordered': { toDOM: () => ['ul', 0], parseDOM: [{ tag: 'ul' }] },
  'list-ordered': {
    toDOM: (node) => ['ol', { start: shownValue(dataOf(node)['start'] ?? 1) }, 0],
    parseDOM: [{ tag: 'ol', getAttrs: (element) => ({ data: startOf(element) }) }],
  },
  'list-tasks': {
    toDOM: () => ['ul', { class: 'tasks' }, 0],
    parseDOM: [
      { tag: 'ul.tasks', priority: 60 },
      { tag: 'ul.contains-task-list', priority: 60 },
    ],
  },
  'list-item': {
    toDOM: () => ['li', 0],
    parseDOM: [{ tag: 'li', getAttrs: (element) => ({ data: checkedOf(element) }) }],
  },
  blockquote: { toDOM: () => ['blockquote', 0], parseDOM: [{ tag: 'blockquote' }] },
  divider: { toDOM: () => ['hr'], parseDOM: [{ tag: 'hr' }] },
  hint: {
    toDOM: (node) => [
      'aside',
      { class: `hint hint-${text(dataOf(node)['style']) ?? 'info'}`, role: 'note', ...kept(node) },
      ['div', { class: 'hint-body' }, 0],
    ],
    parseDOM: [{ tag: 'aside.hint', contentElement: '.hint-body', getAttrs: keptData }],
  },
  code: {
    toDOM: (node) => ['pre', { ...kept(node) }, ['code', 0]],
    parseDOM: [{ tag: 'pre', preserveWhitespace: 'full', getAttrs: codeData }],
  },
  prompt: box('prompt'),
  math: { toDOM: (node) => ['div', { class: 'math', ...kept(node) }], parseDOM: keptBy('div.math') },
  images: {
    toDOM: (node) => ['div', { class: imagesClass(dataOf(node)), ...kept(node) }, 0],
    parseDOM: keptBy('div.images'),
  },
  image: { toDOM: (node) => figure('image', node), parseDOM: keptBy('figure.image') },
  file: { toDOM: (node) => figure('file', node), parseDOM: keptBy('figure.file') },
  drawing: { toDOM: (node) => figure('drawing', node), parseDOM: keptBy('figure.drawing') },
  embed: { toDOM: (node) => figure('embed', node), parseDOM: keptBy('figure.embed') },
  tabs: box('tabs'),
  'tabs-item': box('tab-panel'),
  stepper: { toDOM: () => ['ol', { class: 'stepper' }, 0], parseDOM: [{ tag: 'ol.stepper', priority: 60 }] },
  'stepper-step': {
    toDOM: (node) => [
      'li',
      { class: 'step', ...kept(node) },
      ['span', { class: 'step-mark', contenteditable: 'false' }],
      ['div', { class: 'step-body' }, 0],
    ],
    parseDOM: [{ tag: 'li.step', priority: 60, contentElement: '.step-body', getAttrs: keptData }],
  },
  columns: box('columns'),
  column: box('column'),
  expandable: box('expandable'),
  'expandable-title': box('expandable-title'),
  'expandable-body': box('expandable-body'),
  caption: { toDOM: () => ['figcaption', 0], parseDOM: [{ tag: 'figcaption' }] },
  table: {
    toDOM: () => ['div', { class: 'table' }, ['table', ['tbody', 0]]],
    parseDOM: [{ tag: 'table' }],
  },
  'table-head': {
    toDOM: () => ['tr', { class: 'table-head' }, 0],
    parseDOM: [{ tag: 'tr', priority: 60, getAttrs: (row) => isFirstRow(row) && null }],
  },
  'table-row': { toDOM: () => ['tr', 0], parseDOM: [{ tag: 'tr' }] },
  'table-header': {
    toDOM: () => ['th', { scope: 'col' }, 0],
    parseDOM: ['th', 'td'].map((tag) => ({
      tag,
      priority: 60,
      getAttrs: (cell: HTMLElement) => isFirstRow(cell.parentElement) && null,
    })),
  },
  'table-cell': { toDOM: () => ['td', 0], parseDOM: [{ tag: 'td' }, { tag: 'th' }] },
  'table-value': { toDOM: (node) => ['span', { class: 'table-value' }, shownValue(node.attrs['value'])] },
  if: box('condition'),
  updates: box('updates'),
  update: box('update'),
  opaque: { toDOM: () => ['div', { class: 'opaque' }] },
  ...Object.fromEntries(
    [
      ...['content-ref', 'swagger', 'openapi-operation', 'openapi-schemas', 'openapi-webhook'],
      ...['integration', 'reusable-content'],
    ].map((type) => [
      type,
      {
        toDOM: (node: Node) => ['div', { class: `drawn drawn-${type}`, ...kept(node) }] as DOMOutputSpec,
        parseDOM: keptBy(`div.drawn-${type}`),
      },
    ]),
  ),
};

export const INLINE_ELEMENTS: Elements<NodeSpec> = {
  emoji: atom('emoji', 'code'),
  icon: atom('icon', 'icon'),
  'inline-image': atom('inline-image', 'alt'),
  'inline-math': atom('inline-math', 'formula'),
  mention: atom('mention', 'text'),
  expression: atom('expression', 'expression'),
  button: atom('button', 'label'),
  'opaque-inline': { toDOM: () => ['code', { class: 'source' }, '…'] },
};

export const MARK_ELEMENTS: Elements<MarkSpec> = {
  link: {
    toDOM: (mark) => ['a', { ...kept(mark), href: hrefOf(mark.attrs['data'] as DocumentData) }, 0],
    parseDOM: [{ tag: 'a[href]', getAttrs: linkData }],
  },
  annotation: {
    toDOM: () => ['span', { class: 'annotation' }, 0],
  },
  'opaque-mark': { toDOM: () => ['span', 0] },
  bold: {
    toDOM: () => ['strong', 0],
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps all that is copied into a <b> of normal weight.
      { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null },
      { style: 'font-weight', getAttrs: (value) => /^(bold(er)?|[6-9]\d\d)$/.test(value) && null },
    ],
  },
  italic: {
    toDOM: () => ['em', 0],
    parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }],
  },
  strikethrough: {
    toDOM: () => ['s', 0],
    parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }],
  },
  color: {
    toDOM: (mark) => ['span', { class: colorClass(mark), ...kept(mark) }, 0],
    parseDOM: [{ tag: 'span[data-color]', getAttrs: keptData }],
  },
  superscript: { toDOM: () => ['sup', 0], parseDOM: [{ tag: 'sup' }] },
  subscript: { toDOM: () => ['sub', 0], parseDOM: [{ tag: 'sub' }] },
  keyboard: { toDOM: () => ['kbd', 0], parseDOM: [{ tag: 'kbd' }] },
  code: { toDOM: () => ['code', 0], parseDOM: [{ tag: 'code' }] },
};

function heading(level: 1 | 2 | 3): Elements<NodeSpec>[string] {
  const tag = `h${level + 1}`;
  return {
    toDOM: (node) => [tag, aligned(node), 0],
    parseDOM: [
      ...(level === 1 ? [{ tag: 'h1', getAttrs: alignmentOf }] : []),
      { tag, getAttrs: alignmentOf },
      ...(level === 3 ? ['h5', 'h6'].map((one) => ({ tag: one, getAttrs: alignmentOf })) : []),
    ],
  };
}

function box(name: string): Elements<NodeSpec>[string] {
  return {
    toDOM: (node) => ['div', { class: name, ...kept(node) }, 0],
    parseDOM: keptBy(`div.${name}`),
  };
}

function imagesClass({ align, withFrame }: DocumentData): string {
  return `images images-${text(align) ?? 'center'}${withFrame === true ? ' images-framed' : ''}`;
}

function figure(name: string, node: Node): DOMOutputSpec {
  return node.childCount > 0
    ? ['figure', { class: name, ...kept(node) }, 0]
    : ['figure', { class: name, ...kept(node) }];
}

function atom(name: string, label: string): Elements<NodeSpec>[string] {
  return {
    toDOM: (node) => [
      'span',
      { class: `inline-atom ${name}`, ...kept(node) },
      text(dataOf(node)[label]) ?? name,
    ],
    parseDOM: [{ tag: `span.inline-atom.${name}`, getAttrs: keptData }],
  };
}

/** The data of a node within its element, so that what is copied in one editor is whole in another. */
function kept(node: Node | Mark): Record<string, string> {
  const name = 'data-data';
  const data = JSON.stringify(node.attrs['data'] ?? {});
  return data === '{}' ? {} : { [name]: data, ...(node.type.name === 'color' ? { 'data-color': '' } : {}) };
}

function keptBy(tag: string) {
  return [{ tag, getAttrs: keptData }];
}

function keptData(element: HTMLElement): { data: DocumentData } {
  try {
    const data: unknown = JSON.parse(element.getAttribute('data-data') ?? '{}');
    return { data: (data ?? {}) as DocumentData };
  } catch {
    return { data: {} };
  }
}

function dataOf(node: Node): DocumentData {
  return node.attrs['data'] as DocumentData;
}

function aligned(node: Node): Record<string, string> {
  const align = text(dataOf(node)['align']);
  return align === undefined || align === 'start' ? {} : { class: `align-${align}` };
}

function alignmentOf(element: HTMLElement): { data: DocumentData } {
  const align = /\balign-(center|end)\b/.exec(element.className)?.[1] ?? element.style.textAlign;
  return { data: align === 'center' || align === 'end' ? { align } : {} };
}

/** True for the row of titles, however other programs write it. */
function isFirstRow(row: HTMLElement | null): boolean {
  return row !== null && row.closest('table')?.querySelector('tr') === row;
}

function startOf(element: HTMLElement): DocumentData {
  const start = Number(element.getAttribute('start') ?? 1);
  return Number.isInteger(start) && start !== 1 && start >= 0 ? { start } : {};
}

function checkedOf(element: HTMLElement): DocumentData {
  const box = element.querySelector<HTMLInputElement>('input[type=checkbox]');
  return box ? { checked: box.checked } : {};
}

function codeData(element: HTMLElement): { data: DocumentData } {
  const kept = keptData(element);
  const syntax = /\blang(?:uage)?-([\w+#-]+)/.exec(
    `${element.className} ${element.firstElementChild?.className ?? ''}`,
  )?.[1];
  return syntax === undefined ? kept : { data: { ...kept.data, syntax } };
}

function linkData(element: HTMLElement): false | { data: DocumentData; id: string } {
  const href = element.getAttribute('href') ?? '';
  const { data } = keptData(element);
  if (data['ref'] === undefined && !/^(https?:|mailto:|tel:|#|\/)/i.test(href)) return false;
  const ref = data['ref'] ?? { kind: 'url', url: href };
  return { data: { ...data, ref }, id: Math.random().toString(36).slice(2) };
}

/** Address of a link in the editor, where following one takes another gesture than a click. */
function hrefOf(data: DocumentData): string {
  const ref = data['ref'] as { kind?: string; url?: string } | undefined;
  return ref?.kind === 'url' && /^(https?:|mailto:|tel:|\/)/i.test(ref.url ?? '') ? ref.url! : '#';
}

function colorClass(mark: Mark): string {
  const data = (mark.attrs['data'] ?? {}) as { text?: string; background?: string };
  const named = (value: string | undefined) => value?.replace(/^\$/, '');
  const [color, back] = [named(data.text), named(data.background)];
  return [color && color !== 'default' && `color-${color}`, back && back !== 'default' && `back-${back}`]
    .filter(Boolean)
    .join(' ');
}

function shownValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
