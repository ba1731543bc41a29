import type { Node, NodeType } from 'prosemirror-model';
import { BLOCK_FORMS, type DocumentBlock, type DocumentData } from '#modules/documents/browser.js';
import { schema } from './schema.js';

/** A block that its node of the schema cannot hold; it becomes an opaque node. */
export class Unfit extends Error {}

/** A type of nodes by its name. */
export function typeOf(name: string): NodeType {
  return schema.nodes[name]!;
}

/** The nodes; in place of none an empty paragraph for the cursor, which the document does not have. */
export function filled(nodes: Node[]): Node[] {
  return nodes.length > 0 ? nodes : [typeOf('paragraph').create({ rest: { isFiller: true } })];
}

/** A random identifier, for a block, a link or an annotation that a person made. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

/** The block of a node without its children. */
export function blockBase(node: Node, type: string): DocumentBlock {
  const { key, data, rest } = node.attrs as { key: string | null; data: DocumentData; rest: object };
  const { isFiller: _, ...own } = rest as { isFiller?: true };
  const isVoid = BLOCK_FORMS.get(type)?.holds === undefined;
  return { object: 'block', type, ...(key !== null && { key }), isVoid, data, ...own };
}
