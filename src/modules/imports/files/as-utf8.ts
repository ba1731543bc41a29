import { isUtf8 } from 'node:buffer';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { LIMITS } from '../import-limits.js';
import { decodeText, GUESSED, isBinary, NO_TEXT } from '../text-encoding.js';
import { UnreadableSource } from '../unreadable-source.js';

/**
 * Rewrites a text of another encoding as UTF-8, which the Git format requires.
 * @returns notes for the report.
 * @throws UnreadableSource for files that are too large or not text.
 */
export async function asUtf8(file: string): Promise<string[]> {
  if ((await stat(file)).size > LIMITS.documentBytes)
    throw new UnreadableSource('The file is too large to be made a page.');
  const bytes = await readFile(file);
  if (isUtf8(bytes) && !bytes.includes(0)) return [];
  const decoded = decodeText(bytes);
  if (isBinary(decoded)) throw new UnreadableSource(NO_TEXT);
  await writeFile(file, decoded.text, { mode: 0o600 });
  return decoded.isGuess ? [GUESSED] : [];
}
