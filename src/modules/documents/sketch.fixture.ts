import type { DocumentBlock, DocumentFragment, DocumentNode, JSONDocument } from './document.types.js';

/** A document on one line: `hint{style:info}(paragraph("text"))`. Keys are left out; marks follow their text. */
export function sketch(document: JSONDocument): string {
  return document.nodes.map(sketchNode).join(' ');
}

function sketchNode(node: DocumentNode): string {
  if (node.object === 'text') {
    return node.leaves
      .map(
        (leaf) =>
          JSON.stringify(leaf.text) +
          leaf.marks.map((mark) => `^${mark.type}${sketchData(mark.data ?? {})}`).join(''),
      )
      .join('+');
  }
  const children = node.nodes ? `(${node.nodes.map(sketchNode).join(' ')})` : '';
  const sides = (node.fragments ?? []).map(sketchFragment).join('');
  return `${node.type}${sketchData(node.data)}${children}${sides}`;
}

function sketchFragment(one: DocumentFragment): string {
  return `[${one.fragment ?? one.type ?? ''}: ${one.nodes.map((block: DocumentBlock) => sketchNode(block)).join(' ')}]`;
}

function sketchData(data: Record<string, unknown>): string {
  return Object.keys(data).length === 0
    ? ''
    : `{${Object.entries(data)
        .map(([name, value]) => `${name}:${sketchValue(value)}`)
        .join(',')}}`;
}

function sketchValue(value: unknown): string {
  if (value !== null && typeof value === 'object' && 'kind' in value) {
    const { kind, ...rest } = value as Record<string, unknown>;
    return `<${[kind, ...Object.values(rest)].join(' ')}>`;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}
