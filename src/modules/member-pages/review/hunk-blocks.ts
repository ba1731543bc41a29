import { type DocumentBlock, emptyDocument, serializeMarkdown } from '#modules/documents/index.js';
import type { LineChange } from './diff-lines.js';

/** Lines of Markdown, from a number up to before another, and the block at the top of the document that they are. */
export interface BlockLines {
  key: string;
  from: number;
  to: number;
}

/** Changes of lines that follow each other, with the blocks that they touch. */
export interface Hunk {
  /** Number of the last of its changes. */
  last: number;
  /** Keys of blocks before. */
  old: readonly string[];
  /** Keys of blocks now. */
  keys: readonly string[];
}

/** The lines of the blocks of a document in its Markdown. A block that is written otherwise between others is left out. */
export function linesOfBlocks(blocks: readonly DocumentBlock[], markdown: string): BlockLines[] {
  const found: BlockLines[] = [];
  let place = 0;
  let line = 0;
  for (const block of blocks) {
    const own = serializeMarkdown({ ...emptyDocument(), nodes: [block] }).trim();
    const at = own === '' ? -1 : startOfLine(markdown, own, place);
    if (at < 0 || block.key === undefined) continue;
    line += breaksIn(markdown, place, at);
    const from = line;
    place = at + own.length;
    line += breaksIn(markdown, at, place);
    found.push({ key: block.key, from, to: line + 1 });
  }
  return found;
}

/** Finds the lines that differ, and the blocks that have them. */
export function hunksOf(
  changes: readonly LineChange[],
  before: readonly BlockLines[],
  after: readonly BlockLines[],
): Hunk[] {
  const hunks: Hunk[] = [];
  let [old, now] = [0, 0];
  let [fromOld, fromNow] = [0, 0];
  for (const [at, { kind, lines }] of changes.entries()) {
    if (kind !== 'inserted') old += lines.length;
    if (kind !== 'deleted') now += lines.length;
    if (kind === 'same') [fromOld, fromNow] = [old, now];
    else if (changes[at + 1] === undefined || changes[at + 1]!.kind === 'same')
      hunks.push({ last: at, old: within(before, fromOld, old), keys: within(after, fromNow, now) });
  }
  return hunks;
}

function within(blocks: readonly BlockLines[], from: number, to: number): string[] {
  return blocks.filter((block) => block.from < to && block.to > from).map(({ key }) => key);
}

function startOfLine(text: string, words: string, from: number): number {
  let at = text.indexOf(words, from);
  while (at > 0 && text[at - 1] !== '\n') at = text.indexOf(words, at + 1);
  return at;
}

function breaksIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
