import { isLongDocument, type JSONDocument, packDocument, unpackList } from '#modules/documents/index.js';
import { compute } from '#platform/compute/compute.js';
import { DIFF_DOCUMENTS } from '../content-tasks.js';
import { diffDocuments } from './diff-documents.js';
import type { BlockChange } from './diff.types.js';

const BUDGET_MS = 20_000;

/** As `diffDocuments`; long documents are compared in a thread. @throws OverBudget, Busy */
export async function diffDocumentsAsync(before: JSONDocument, after: JSONDocument): Promise<BlockChange[]> {
  if (!isLongDocument(before) && !isLongDocument(after)) return diffDocuments(before, after);
  const input = { before: await packDocument(before), after: await packDocument(after) };
  return unpackList<BlockChange>(await compute.run(DIFF_DOCUMENTS, input, { budgetMs: BUDGET_MS }));
}
