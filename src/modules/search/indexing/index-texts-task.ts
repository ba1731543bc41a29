import { compute } from '#platform/compute/compute.js';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import { type IndexedTexts, indexTexts, type TextsToIndex } from './index-texts.js';

const INDEX_TEXTS: ComputeTask<TextsToIndex, IndexedTexts> = {
  name: 'search/index-texts',
  module: new URL('./index-texts.js', import.meta.url),
  run: indexTexts,
};

/** Characters of canonical JSON from which a thread does the work. */
const LONG_TEXT = 100_000;
/** The longest document, of a million characters, takes some 400 ms. */
const BUDGET_MS = 20_000;

/**
 * Cuts the texts of pages into words, long ones in a thread. The index is stored in the transaction of the pages, so the task is queued
 * however many others wait.
 * @throws OverBudget
 */
export function indexTextsInTurn(texts: TextsToIndex): Promise<IndexedTexts> {
  const length = texts.pages.reduce((sum, { document }) => sum + (document?.length ?? 0), 0);
  if (length < LONG_TEXT) return indexTexts(texts);
  return compute.run(INDEX_TEXTS, texts, { budgetMs: BUDGET_MS, isPatient: true });
}
