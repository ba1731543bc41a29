import {
  type DocumentFragment,
  type DocumentNode,
  formOf,
  type JSONDocument,
} from '#modules/documents/index.js';

/** Characters of a page that takes about ten milliseconds. */
const HEAVY = 20_000;
/** Cost of a node beside its text, in characters. */
const NODE = 40;
/** Typesetting a character of a formula takes as long as showing a hundred others. */
const FORMULA = 100;

/**
 * True if making a page of the document takes long enough to delay other requests. It stops as soon as the answer is
 * known.
 */
export function isHeavy(document: JSONDocument): boolean {
  let left = HEAVY;
  const isOver = (node: DocumentNode | DocumentFragment): boolean => {
    left -= NODE;
    if (node.object === 'text') {
      for (const leaf of node.leaves ?? []) left -= NODE + (leaf.text ?? '').length;
      return left < 0;
    }
    // The document does not show how long the content of a specification is.
    if (node.object === 'block' && formOf(node.type)?.isSpecified) return true;
    if (node.object !== 'fragment') left -= weightOf(node.data);
    if ((node.nodes ?? []).some(isOver)) return true;
    return (('fragments' in node && node.fragments) || []).some(isOver) || left < 0;
  };
  return (document.nodes ?? []).some(isOver);
}

function weightOf(data: Record<string, unknown> | undefined): number {
  const { formula, raw, records } = data ?? {};
  const cells = typeof records === 'object' && records !== null ? Object.keys(records).length * NODE : 0;
  return (
    cells +
    (typeof formula === 'string' ? formula.length * FORMULA : 0) +
    (typeof raw === 'string' ? raw.length : 0)
  );
}
