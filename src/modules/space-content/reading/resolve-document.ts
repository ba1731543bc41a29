import type { JSONDocument } from '#modules/documents/index.js';
import { type DocumentScope, evaluateDocument } from '#modules/expressions/index.js';
import { includeContents, type IncludedRef, inOtherSpace } from './include-contents.js';

/** Options for resolving a document. */
export interface Resolution {
  /** Evaluates expressions and conditions; false when absent. */
  evaluated?: boolean | 'deterministic-only';
  /** Puts reusable contents in their place; false when absent. */
  dereferenced?: boolean | 'reusable-contents';
}

/** For readers of sites: nothing is left to be resolved. */
export const FOR_READERS: Resolution = { evaluated: true, dereferenced: true };

/** A reusable content as it is stored. */
export interface IncludedContent<Stored = JSONDocument> {
  document: Stored;
  /** Variables of its space. */
  variables: Record<string, unknown>;
  /** The space it is in, where that is another one. */
  space?: string;
}

/**
 * A document as it is read: its conditions decided, its expressions replaced by their values, and reusable contents in their place.
 * @param scope what its expressions can name.
 * @param load answers null for what may not or cannot be read.
 * @returns the same object when there is nothing to resolve.
 */
export async function resolveDocument(
  document: JSONDocument,
  scope: DocumentScope,
  how: Resolution,
  load: (ref: IncludedRef) => Promise<IncludedContent | null>,
): Promise<JSONDocument> {
  const { evaluated = false } = how;
  const evaluate = (one: JSONDocument, own: DocumentScope): JSONDocument =>
    evaluated === false ? one : evaluateDocument(one, own, evaluated);
  // Evaluation comes first, each content with the variables of its space, so that hidden content is not even
  // loaded.
  const own = evaluate(document, scope);
  if (!how.dereferenced) return own;
  return includeContents(own, async (ref) => {
    const found = await load(ref);
    if (!found) return null;
    const inner = evaluate(found.document, { ...scope, space: { vars: found.variables } });
    return found.space === undefined ? inner : inOtherSpace(inner, found.space);
  });
}
