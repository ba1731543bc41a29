import type { JSONDocument } from '#modules/documents/index.js';
import { type DocumentScope, evaluateDocument } from '#modules/expressions/index.js';
import { includeContents, type IncludedRef, inOtherSpace } from './include-contents.js';

/** Options for resolving a document. */
export interface Resolution {
  /** Evaluates expressions and conditions; false when absent. */
  evaluated?: boolean | 'deterministic-only';
  /** Replaces inclusions by reusable contents; false when absent. */
  dereferenced?: boolean | 'reusable-contents';
}

/** The options for readers of sites, who get everything resolved. */
export const FOR_READERS: Resolution = { evaluated: true, dereferenced: true };

/** A reusable content in its stored form. */
export interface IncludedContent<Stored = JSONDocument> {
  document: Stored;
  /** Variables of its space. */
  variables: Record<string, unknown>;
  /** Its space, if that is another one. */
  space?: string;
}

/**
 * Resolves a document: decides its conditions, replaces its expressions by their values, and its inclusions by
 * reusable contents.
 * @param scope the names that its expressions can use.
 * @param load answers null for contents that cannot be read.
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
