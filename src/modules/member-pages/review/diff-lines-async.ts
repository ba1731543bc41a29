import { unpackList } from '#modules/documents/index.js';
import { compute } from '#platform/compute/compute.js';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import {
  type ComparedTexts,
  countLines,
  diffMarkdown,
  diffPacked,
  type LineChange,
  type LineCounts,
} from './diff-lines.js';

const module = new URL('./diff-lines.js', import.meta.url);

const DIFF_LINES: ComputeTask<ComparedTexts, string[]> = {
  name: 'member-pages/diff-lines',
  module,
  run: diffPacked,
};

const COUNT_LINES: ComputeTask<ComparedTexts, LineCounts> = {
  name: 'member-pages/count-lines',
  module,
  run: countLines,
};

/** Characters of both texts from which a thread compares them. */
const LONG = 4000;
const OPTIONS = { budgetMs: 20_000 };

/** As `diffMarkdown`; texts that are not short are compared in a thread. @throws OverBudget, Busy */
export async function diffMarkdownAsync(texts: ComparedTexts): Promise<LineChange[]> {
  if (isShort(texts)) return diffMarkdown(texts);
  return unpackList<LineChange>(await compute.run(DIFF_LINES, texts, OPTIONS));
}

/** As `countLines`, otherwise like `diffMarkdownAsync`. */
export async function countLinesAsync(texts: ComparedTexts): Promise<LineCounts> {
  return isShort(texts) ? countLines(texts) : compute.run(COUNT_LINES, texts, OPTIONS);
}

function isShort({ before, after }: ComparedTexts): boolean {
  return before.length + after.length < LONG;
}
