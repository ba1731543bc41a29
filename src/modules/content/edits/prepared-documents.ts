import { isLongDocument, type JSONDocument, packDocument } from '#modules/documents/index.js';
import { compute } from '#platform/compute/compute.js';
import { PREPARE_DOCUMENT } from '../content-tasks.js';
import type { PreparedDocument } from './prepare-document.js';

/** The longest document takes about three seconds. */
const BUDGET_MS = 20_000;

interface Prepared {
  /** Hash of the document that is replaced. */
  before: string | null;
  made: PreparedDocument | null;
}

const prepared = new WeakMap<JSONDocument, Prepared>();

/**
 * Computes, in a thread and before any lock is taken, the object of a long document. Storing it is quick then, unless
 * the document to replace is no more `before` by that time.
 * @param previous reads the canonical JSON of `before`.
 * @throws OverBudget, Busy
 */
export async function prepareLongDocument(
  document: JSONDocument,
  before: string | null,
  previous: (hash: string) => Promise<string | null>,
): Promise<void> {
  if (!isLongDocument(document)) return;
  const input = {
    previous: before === null ? null : await previous(before),
    document: await packDocument(document),
  };
  const made = await compute.run(PREPARE_DOCUMENT, input, { budgetMs: BUDGET_MS });
  prepared.set(document, { before, made });
}

/** The prepared object of a document that replaces `before`; undefined when none was prepared. */
export function preparedFor(document: JSONDocument, before: string | null): Prepared | undefined {
  const found = prepared.get(document);
  return found?.before === before ? found : undefined;
}
