import { readFile, stat } from 'node:fs/promises';
import { LONGEST_MARKDOWN } from '#modules/documents/index.js';
import { UnreadableSource } from './unreadable-source.js';

/** @throws UnreadableSource for a file with more Markdown than a page may have. */
export async function requirePageLength(file: string): Promise<void> {
  if ((await stat(file)).size <= LONGEST_MARKDOWN) return;
  if ((await readFile(file, 'utf8')).length > LONGEST_MARKDOWN)
    throw new UnreadableSource(
      `The page has more than ${LONGEST_MARKDOWN} characters; split it into several.`,
    );
}
