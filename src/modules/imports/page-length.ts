import { readFile, stat } from 'node:fs/promises';
import { MAX_MARKDOWN_LENGTH } from '#modules/documents/index.js';
import { UnreadableSource } from './unreadable-source.js';

/** @throws UnreadableSource for a file with more Markdown than a page may have. */
export async function requirePageLength(file: string): Promise<void> {
  if ((await stat(file)).size <= MAX_MARKDOWN_LENGTH) return;
  if ((await readFile(file, 'utf8')).length > MAX_MARKDOWN_LENGTH)
    throw new UnreadableSource(
      `The page has more than ${MAX_MARKDOWN_LENGTH} characters; split it into several.`,
    );
}
