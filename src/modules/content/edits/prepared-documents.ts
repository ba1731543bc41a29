import { isLongDocument, type JSONDocument, packDocument } from '#modules/documents/index.js';
import { compute } from '#platform/compute/compute.js';
import { PREPARE_DOCUMENT } from '../content-tasks.js';
import type { PreparedDocument } from './prepare-document.js';

/** The longest document takes some three seconds. */
const BUDGET_MS = 20_000;

interface Prepared {
  /** Hash of the document that it takes the place of. */
  before: string | null;
  made: PreparedDocument | null;
}

const prepared = new WeakMap<JSONDocument, Prepared>();

/**
 * Works out, in a thread and before any lock is taken, what a long document is stored as. Storing it is quick then, unless
 * another document than `before` is there by that time.
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
