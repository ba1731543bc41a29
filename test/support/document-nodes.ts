import type {
  DocumentBlock,
  DocumentFragment,
  DocumentInline,
  DocumentMark,
  DocumentNode,
  DocumentText,
  JSONDocument,
} from '#modules/documents/index.js';

/** Builders of rich text for tests: short enough that a test shows its document at a glance. */
export function documentOf(...nodes: DocumentBlock[]): JSONDocument {
  return { object: 'document', data: { schemaVersion: 1 }, nodes };
}

export function text(value: string, ...marks: (string | DocumentMark)[]): DocumentText {
  const list = marks.map((mark) =>
    typeof mark === 'string' ? { object: 'mark' as const, type: mark } : mark,
  );
  return { object: 'text', leaves: [{ object: 'leaf', text: value, marks: list }] };
}

export function block(
  type: string,
  data: Record<string, unknown> = {},
  nodes?: DocumentNode[],
  rest: Partial<DocumentBlock> = {},
): DocumentBlock {
  return { object: 'block', type, isVoid: nodes === undefined, data, ...(nodes && { nodes }), ...rest };
}

export function inline(
  type: string,
  data: Record<string, unknown> = {},
  nodes?: DocumentNode[],
  rest: Partial<DocumentInline> = {},
): DocumentInline {
  return { object: 'inline', type, isVoid: nodes === undefined, data, ...(nodes && { nodes }), ...rest };
}

export function paragraph(...nodes: (string | DocumentNode)[]): DocumentBlock {
  return block(
    'paragraph',
    {},
    nodes.map((node) => (typeof node === 'string' ? text(node) : node)),
  );
}

/** A heading with its anchor, as reading a page derives it. */
export function heading(level: 1 | 2 | 3, title: string, id?: string): DocumentBlock {
  return block(`heading-${level}`, {}, [text(title)], id === undefined ? {} : { meta: { id } });
}

export function fragment(name: string, ...nodes: DocumentBlock[]): DocumentFragment {
  return { object: 'fragment', type: name, fragment: name, nodes };
}

export function codeBlock(source: string, data: Record<string, unknown> = {}): DocumentBlock {
  return block(
    'code',
    data,
    source.split('\n').map((line) => block('code-line', {}, [text(line)])),
  );
}
