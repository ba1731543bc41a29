import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { extension } from 'mime-types';
import { parseHtmlPage, pageMarkdown, withHead } from '../html/page-markdown.js';
import type { ConvertedFile } from '../conversion/conversion.types.js';
import { LIMITS } from '../import-limits.js';
import { decodeHtml, decodeText, GUESSED, isBinary, NO_TEXT } from '../text-encoding.js';
import { UnreadableSource } from '../unreadable-source.js';
import { formatOf } from './page-format.js';
import { mdxToMarkdown, textToMarkdown } from './plain-text.js';
import { readWord } from './word.js';

/**
 * Writes a file as Markdown of the Git format.
 * @param root folder of the import.
 * @param path of the file in it.
 * @param target path of the Markdown file to write.
 * @throws UnreadableSource, TangledHtml, ArchiveError for an invalid Word file.
 */
export async function convertFile(root: string, path: string, target: string): Promise<ConvertedFile> {
  const format = formatOf(path);
  const source = join(root, path);
  if ((await stat(source)).size > (format === 'word' ? LIMITS.wordBytes : LIMITS.documentBytes))
    throw new UnreadableSource('The file is too large to be made a page.');
  const name = titleOf(path);
  const save = (markdown: string): Promise<void> => writeFile(join(root, target), markdown, { mode: 0o600 });
  if (format === 'word') return convertWord(root, source, target, name);
  const bytes = await readFile(source);
  const decoded = format === 'html' ? decodeHtml(bytes) : decodeText(bytes);
  if (isBinary(decoded)) throw new UnreadableSource(NO_TEXT);
  const { text } = decoded;
  if (format === 'html') await save(pageMarkdown(parseHtmlPage(text), asWritten, name).markdown);
  if (format === 'text') await save(withHead(name, undefined, textToMarkdown(text)));
  if (format === 'mdx') await save(mdxToMarkdown(text));
  return { notes: decoded.isGuess ? [GUESSED] : [], added: [] };
}

const asWritten = {
  link: (href: string) => href,
  image: (src: string) => (isLocal(src) ? src : absolute(src)),
};

async function convertWord(
  root: string,
  source: string,
  target: string,
  name: string,
): Promise<ConvertedFile> {
  const images = target.replace(/\.md$/, '-images');
  const added: string[] = [];
  const word = await readWord(source, async (bytes, contentType) => {
    const path = `${images}/image-${added.length + 1}.${extension(contentType) || 'bin'}`;
    await mkdir(join(root, images), { recursive: true });
    await writeFile(join(root, path), bytes, { mode: 0o600 });
    added.push(path);
    return encodeURI(posix.relative(posix.dirname(target), path));
  });
  const { markdown } = pageMarkdown(parseHtmlPage(word.html), asWritten, name);
  await writeFile(join(root, target), markdown, { mode: 0o600 });
  return { notes: word.notes, added };
}

/** "release-notes.docx" reads "Release notes". */
function titleOf(path: string): string {
  const base = posix.basename(path).replace(/\.[^.]+$/, '');
  const isOwn = /^(index|readme)$/i.test(base) && posix.dirname(path) !== '.';
  const words = (isOwn ? posix.basename(posix.dirname(path)) : base).replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Untitled';
}

function isLocal(src: string): boolean {
  return !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(src);
}

/** Images elsewhere stay where they are; what is written into the page itself cannot. */
function absolute(src: string): string | undefined {
  if (src.startsWith('//')) return `https:${src}`;
  return /^https?:/i.test(src) ? src : undefined;
}
