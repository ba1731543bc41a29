import type { DocumentBlock, DocumentInline, DocumentMark, DocumentText } from '#modules/documents/index.js';

/** Small builders of nodes, for the plain form of documents. */

export function text(words: string, mark?: string): DocumentText {
  const marks: DocumentMark[] = mark === undefined ? [] : [{ object: 'mark', type: mark }];
  return { object: 'text', leaves: [{ object: 'leaf', text: words, marks }] };
}

export function paragraph(nodes: NonNullable<DocumentBlock['nodes']>): DocumentBlock {
  return container('paragraph', nodes);
}

export function container(
  type: string,
  nodes: NonNullable<DocumentBlock['nodes']>,
  data: DocumentBlock['data'] = {},
): DocumentBlock {
  return { object: 'block', type, isVoid: false, data, nodes };
}

export function link(url: string, words: string): DocumentInline {
  return inline('link', { ref: { kind: 'url', url } }, [text(words)]);
}

export function image(url: string, alt: string): DocumentInline {
  return { object: 'inline', type: 'inline-image', isVoid: true, data: { ref: { kind: 'url', url }, alt } };
}

export function inline(
  type: string,
  data: DocumentInline['data'],
  nodes: NonNullable<DocumentInline['nodes']>,
): DocumentInline {
  return { object: 'inline', type, isVoid: false, data, nodes };
}

export function list(items: DocumentBlock[][]): DocumentBlock {
  return container(
    'list-unordered',
    items.map((nodes) => container('list-item', nodes)),
  );
}

export function codeBlock(source: string, syntax?: string): DocumentBlock {
  const lines = source.split('\n').map((line) => container('code-line', [text(line)]));
  return container('code', lines, syntax === undefined ? {} : { syntax });
}
