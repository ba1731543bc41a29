import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { parsePage } from '#modules/documents/index.js';
import type { Template, TemplatePage, TemplateSlot } from './template.types.js';

/** One entry of `pages` in a `template.yaml`. */
interface LibraryPage {
  file: string;
  pages?: LibraryPage[];
}

interface TemplateFile {
  title: string;
  description: string;
  slots?: TemplateSlot[];
  pages: LibraryPage[];
}

/**
 * The templates of a folder: each is a subfolder named by its id, with a `template.yaml` and Markdown pages in the Git
 * format. Sorted by title.
 */
export function readLibrary(folder: string): Template[] {
  const ids = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return ids.map((id) => readTemplate(folder, id)).toSorted((a, b) => (a.title < b.title ? -1 : 1));
}

function readTemplate(library: string, id: string): Template {
  const folder = join(library, id);
  const file = parse(readFileSync(join(folder, 'template.yaml'), 'utf8')) as TemplateFile;
  const { title, description, slots = [] } = file;
  return { id, title, description, slots, pages: file.pages.map((page) => readPage(folder, page)) };
}

function readPage(folder: string, { file, pages = [] }: LibraryPage): TemplatePage {
  const { meta, document } = parsePage(readFileSync(join(folder, file), 'utf8'));
  const { title = 'Untitled' } = meta;
  return { title, meta, document, file, pages: pages.map((page) => readPage(folder, page)) };
}
