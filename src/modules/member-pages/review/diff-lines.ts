import { diffLines } from 'diff';

/** Differences above which two texts count as unrelated: the cost of a comparison grows with the square, to half a second here. */
const MOST_DIFFERENCES = 2000;

/** Lines of the Markdown of a page on both sides. */
export interface LineChange {
  kind: 'same' | 'inserted' | 'deleted';
  lines: string[];
}

/** Number of lines of Markdown that a page gains and loses. */
export interface LineCounts {
  added: number;
  removed: number;
}

export interface ComparedTexts {
  before: string;
  after: string;
}

/** The lines that differ, in the order of the later text; all of both texts when they have little in common. */
export function diffMarkdown({ before, after }: ComparedTexts): LineChange[] {
  const parts = diffLines(before, after, { maxEditLength: MOST_DIFFERENCES });
  if (!parts)
    return [
      { kind: 'deleted', lines: linesOf(before) },
      { kind: 'inserted', lines: linesOf(after) },
    ];
  return parts.map(({ value, added, removed }) => ({
    kind: added ? 'inserted' : removed ? 'deleted' : 'same',
    lines: linesOf(value),
  }));
}

/** As `diffMarkdown`, each change as JSON. Runs in a thread. */
export function diffPacked(texts: ComparedTexts): string[] {
  return diffMarkdown(texts).map((change) => JSON.stringify(change));
}

/** Number of lines that were added and removed. */
export function countLines(texts: ComparedTexts): LineCounts {
  const changes = diffMarkdown(texts);
  const count = (kind: string): number =>
    changes.reduce((sum, change) => sum + (change.kind === kind ? change.lines.length : 0), 0);
  return { added: count('inserted'), removed: count('deleted') };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
