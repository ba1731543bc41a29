import type { DocumentFragment, DocumentNode, JSONDocument } from '../document.types.js';

/** Writing is some ten times faster than reading. */
const LONG_TEXT = 50_000;
/** The cost of a node beside its text, in characters. */
const NODE = 20;

/**
 * True when writing the document takes long enough to block other requests. Stops counting at the limit.
 * @param limit in characters, for work that takes longer than writing.
 */
export function isLongDocument(document: JSONDocument, limit = LONG_TEXT): boolean {
  let left = limit;
  const isOver = (node: DocumentNode | DocumentFragment): boolean => {
    left -= NODE;
    if (node.object === 'text') for (const leaf of node.leaves) left -= NODE + leaf.text.length;
    else if ((node.nodes ?? []).some(isOver)) return true;
    else if ('fragments' in node && (node.fragments ?? []).some(isOver)) return true;
    return left < 0;
  };
  return document.nodes.some(isOver);
}
