import { type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { BLOCK_FORMS, isPartType, INLINES } from '#modules/documents/browser.js';
import { BLOCK_ELEMENTS, INLINE_ELEMENTS, MARK_ELEMENTS } from './elements.js';

/** Marks in the order in which documents keep them, the outermost first. */
const MARK_TYPES = [
  ...['bold', 'italic', 'strikethrough', 'color', 'superscript', 'subscript', 'keyboard', 'code'],
] as const;

/** Inlines around text, which are marks in the editor. */
export const WRAPPERS: ReadonlySet<string> = new Set(['link', 'annotation']);

/** Blocks with a caption. */
const CAPTIONED = new Set(
  [...BLOCK_FORMS].filter(([, form]) => form.fragment === 'caption').map(([type]) => type),
);

/** The parts beside the cells of a table that a person made or pasted. */
const NEW_TABLE = { definition: {}, columns: [], records: [], others: [], order: [], hasFragments: true };

/**
 * The schema of documents, made from the block catalogue: a node for each block and inline, a mark for each mark and for
 * inlines around text. Every node of a block has the attributes `key`, `data` and `rest`, the members of the block that
 * the editor does not know. What the schema cannot hold is an opaque node with the block in `raw`.
 */
export const schema = new Schema({
  topNode: 'document',
  nodes: {
    document: { content: 'block+', attrs: { rest: { default: {} } } },
    // The first block is the one that the editor makes where it needs one.
    paragraph: blockSpec('paragraph', {}),
    ...Object.fromEntries(
      [...BLOCK_FORMS.keys()]
        .filter((type) => type !== 'paragraph' && type !== 'code-line')
        .map((type) => [nodeName(type), blockSpec(type, {})]),
    ),
    caption: partSpec('caption', 'block+'),
    expandable_title: partSpec('expandable-title', 'block+'),
    expandable_body: partSpec('expandable-body', 'block+'),
    table_head: partSpec('table-head', 'table_header+', { tableRole: 'row' }),
    table_row: partSpec('table-row', 'table_cell+', { tableRole: 'row' }),
    table_header: partSpec('table-header', 'block+', {
      tableRole: 'header_cell',
      isolating: true,
      attrs: {
        ...CELL_ATTRS(),
        column: { default: '' },
        definition: { default: {} },
        plain: { default: null },
      },
    }),
    table_cell: partSpec('table-cell', '(block | table_value)+', {
      tableRole: 'cell',
      isolating: true,
      attrs: { ...CELL_ATTRS(), name: { default: null }, isAbsent: { default: false } },
    }),
    table_value: {
      atom: true,
      attrs: { value: { default: undefined }, isAbsent: { default: false } },
      ...BLOCK_ELEMENTS['table-value'],
    },
    opaque: {
      group: 'block',
      atom: true,
      isolating: true,
      attrs: { raw: {} },
      ...BLOCK_ELEMENTS['opaque'],
    },
    text: { group: 'inline' },
    ...Object.fromEntries(
      Object.keys(INLINES)
        .filter((type) => !WRAPPERS.has(type))
        .map((type) => [nodeName(type), inlineSpec(type)]),
    ),
    opaque_inline: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { raw: {} },
      ...INLINE_ELEMENTS['opaque-inline'],
    },
  },
  marks: {
    // Each has an id, since two links side by side with one target are two links.
    link: wrapperSpec('link'),
    annotation: wrapperSpec('annotation'),
    // A mark of a newer client, kept as it is.
    opaque_mark: { attrs: { raw: {} }, excludes: '', ...MARK_ELEMENTS['opaque-mark'] },
    ...Object.fromEntries(
      MARK_TYPES.map((type): [string, MarkSpec] => [
        type,
        { attrs: { data: { default: null } }, ...MARK_ELEMENTS[type] },
      ]),
    ),
  },
});

/** Name of the node of a type of blocks or inlines. Code is also a mark, and names belong to one of them. */
export function nodeName(type: string): string {
  return type === 'code' ? 'code_block' : type.replaceAll('-', '_');
}

/** The type of blocks or inlines that a node stands for. */
export function typeOfNode(name: string): string {
  return name === 'code_block' ? 'code' : name.replaceAll('_', '-');
}

function blockSpec(type: string, more: NodeSpec): NodeSpec {
  const form = BLOCK_FORMS.get(type)!;
  const content = contentOf(type);
  return {
    content,
    group: isPartType(type) ? undefined : 'block',
    attrs: {
      key: { default: null },
      data: { default: {} },
      rest: { default: {} },
      ...(type === 'code' ? { lines: { default: [] } } : {}),
      ...(type === 'table' ? { stored: { default: NEW_TABLE } } : {}),
      ...(CAPTIONED.has(type) ? { hasFragments: { default: true } } : {}),
    },
    ...(type === 'code' ? { code: true, marks: 'annotation' } : {}),
    ...(type === 'table' ? { tableRole: 'table', isolating: true } : {}),
    ...(form.holds === 'items' || form.holds === 'code' ? { defining: false } : {}),
    ...(form.holds === 'blocks' && !isPartType(type) ? { defining: true } : {}),
    ...(isPartType(type) && type !== 'list-item' ? { isolating: true } : {}),
    ...(content === '' || content === 'caption?' ? { atom: content === '', selectable: true } : {}),
    ...BLOCK_ELEMENTS[type],
    ...more,
  };
}

function contentOf(type: string): string {
  if (type === 'table') return 'table_head table_row*';
  if (type === 'expandable') return 'expandable_title expandable_body';
  if (CAPTIONED.has(type)) return 'caption?';
  const form = BLOCK_FORMS.get(type)!;
  switch (form.holds) {
    case 'text':
    case 'lines':
      return 'inline*';
    case 'blocks':
      return 'block+';
    case 'items':
      return `${nodeName(form.item!)}+`;
    case 'code':
      return 'code_block';
    default:
      return '';
  }
}

/** A part that is a fragment in the document, or a row or cell of a table. */
function partSpec(name: string, content: string, more: NodeSpec = {}): NodeSpec {
  return {
    content,
    isolating: true,
    ...BLOCK_ELEMENTS[name],
    ...more,
    attrs: { key: { default: null }, rest: { default: {} }, ...more.attrs },
  };
}

/** Attributes that the commands for tables expect. */
function CELL_ATTRS() {
  return { colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null } };
}

function inlineSpec(type: string): NodeSpec {
  return {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { data: { default: {} }, rest: { default: {} } },
    ...INLINE_ELEMENTS[type],
  };
}

function wrapperSpec(type: string): MarkSpec {
  return {
    attrs: { data: { default: {} }, rest: { default: {} }, id: { default: '' }, depth: { default: 0 } },
    inclusive: false,
    ...MARK_ELEMENTS[type],
  };
}
