import { compute } from '#platform/compute/compute.js';
import { alignKeys } from '../align-keys.js';
import type { JSONDocument } from '../document.types.js';
import { ALIGN_KEYS } from './conversion-tasks.js';
import { isLongDocument } from './long-document.js';
import { packDocument, unpackDocument } from './packed-document.js';

const BUDGET_MS = 20_000;
/** Blocks are compared with each other, so half of what takes long to write takes a hundred milliseconds. */
const LONG = 10_000;

/** As `alignKeys`; documents that are not short are compared in a thread. @throws OverBudget, Busy */
export async function alignKeysAsync(
  previous: JSONDocument | undefined,
  next: JSONDocument,
): Promise<JSONDocument> {
  if (!previous || !(isLongDocument(previous, LONG) || isLongDocument(next, LONG)))
    return alignKeys(previous, next);
  const input = { previous: await packDocument(previous), next: await packDocument(next) };
  return unpackDocument(await compute.run(ALIGN_KEYS, input, { budgetMs: BUDGET_MS }));
}
