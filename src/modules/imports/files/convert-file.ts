import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { extension } from 'mime-types';
import { TangledHtml } from '#platform/html/parse-html.js';
import { parseHtmlPage, pageMarkdown, withHead } from '../html/page-markdown.js';
import { LIMITS } from '../import-limits.js';
import { mdxToMarkdown, textToMarkdown } from './plain-text.js';
import { readWord } from './word.js';

/** What a file is read as; undefined for files that are no pages. */
export type PageFormat = 'markdown' | 'mdx' | 'html' | 'word' | 'text';

const FORMATS: Record<string, PageFormat> = {
  md: 'markdown',
  markdown: 'markdown',
  mdx: 'mdx',
  html: 'html',
  htm: 'html',
  docx: 'word',
  txt: 'text',
};

export function formatOf(path: string): PageFormat | undefined {
  const ending = posix.extname(path).slice(1).toLowerCase();
  return Object.hasOwn(FORMATS, ending) ? FORMATS[ending] : undefined;
}

/** A file that cannot be read as what its name says; the message is a sentence. */
export class UnreadableFile extends Error {}

export interface ConvertedFile {
  /** What of the file could not be said. */
  notes: string[];
  /** Files that came out of it, beside its own. */
  added: string[];
}

/**
 * Writes a file as Markdown of the Git format.
 * @param root folder of the import. @param path of the file in it. @param target path of the Markdown file to write.
 * @throws UnreadableFile, ArchiveError for a Word file that is none.
 */
export async function convertFile(root: string, path: string, target: string): Promise<ConvertedFile> {
  const format = formatOf(path);
  const source = join(root, path);
  if ((await stat(source)).size > (format === 'word' ? LIMITS.wordBytes : LIMITS.documentBytes))
    throw new UnreadableFile('The file is too large to be made a page.');
  const name = titleOf(path);
  const save = (markdown: string): Promise<void> => writeFile(join(root, target), markdown, { mode: 0o600 });
  if (format === 'word') return convertWord(root, source, target, name);
  const text = await readText(source);
  if (format === 'html') await save(pageMarkdown(parsed(text), asWritten, name).markdown);
  if (format === 'text') await save(withHead(name, undefined, textToMarkdown(text)));
  if (format === 'mdx') await save(mdxToMarkdown(text));
  return { notes: [], added: [] };
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
  const { markdown } = pageMarkdown(parsed(word.html), asWritten, name);
  await writeFile(join(root, target), markdown, { mode: 0o600 });
  return { notes: word.notes, added };
}

/** @throws UnreadableFile */
function parsed(html: string): ReturnType<typeof parseHtmlPage> {
  try {
    return parseHtmlPage(html);
  } catch (error) {
    if (error instanceof TangledHtml) throw new UnreadableFile(error.message);
    throw error;
  }
}

/** @throws UnreadableFile for bytes that are no text. */
async function readText(source: string): Promise<string> {
  const bytes = await readFile(source);
  const isWide =
    bytes.length >= 2 &&
    ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff));
  if (isWide) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  if (bytes.subarray(0, 8192).includes(0)) throw new UnreadableFile('The file holds no text.');
  return bytes.toString('utf8');
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
