import {
  isLongDocument,
  type JSONDocument,
  packDocument,
  unpackDocument,
  unpackList,
} from '#modules/documents/index.js';
import { compute } from '#platform/compute/compute.js';
import { DIFF_DOCUMENTS, MARK_DOCUMENT } from '../content-tasks.js';
import { diffDocuments } from './diff-documents.js';
import type { ComparedDocuments } from './diff-packed.js';
import { markDocument } from './mark-document.js';
import type { BlockChange } from './diff.types.js';

const BUDGET_MS = 20_000;

/** As `diffDocuments`; long documents are compared in a thread. @throws OverBudget, Busy */
export async function diffDocumentsAsync(before: JSONDocument, after: JSONDocument): Promise<BlockChange[]> {
  const long = await packLong(before, after);
  if (!long) return diffDocuments(before, after);
  return unpackList<BlockChange>(await compute.run(DIFF_DOCUMENTS, long, { budgetMs: BUDGET_MS }));
}

/** As `markDocument`; long documents are compared in a thread. @throws OverBudget, Busy */
export async function markDocumentAsync(before: JSONDocument, after: JSONDocument): Promise<JSONDocument> {
  const long = await packLong(before, after);
  if (!long) return markDocument(before, after);
  return unpackDocument(await compute.run(MARK_DOCUMENT, long, { budgetMs: BUDGET_MS }));
}

async function packLong(before: JSONDocument, after: JSONDocument): Promise<ComparedDocuments | null> {
  if (!isLongDocument(before) && !isLongDocument(after)) return null;
  return { before: await packDocument(before), after: await packDocument(after) };
}
