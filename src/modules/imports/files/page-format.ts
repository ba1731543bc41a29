import { posix } from 'node:path';

/** Format of a file; undefined for files that are not pages. */
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
