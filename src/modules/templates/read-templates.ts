import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { parsePage } from '#modules/documents/index.js';
import type { Template, TemplatePage, TemplateSlot } from './template.types.js';

/** One entry of `pages` in a `template.yaml`. */
interface TemplateFilePage {
  /** Path of the Markdown file, relative to the folder of the template. */
  file: string;
  pages?: TemplateFilePage[];
}

/** The content of a `template.yaml`. */
interface TemplateFile {
  title: string;
  description: string;
  slots?: TemplateSlot[];
  pages: TemplateFilePage[];
}

/**
 * Reads the templates of a folder, sorted by title. Each subfolder is a template, and its name is the id of the template. It
 * holds a `template.yaml`, and pages in the Markdown that Git Sync writes.
 */
export function readTemplates(folder: string): Template[] {
  const ids = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  return ids.map((id) => readTemplate(folder, id)).toSorted((a, b) => (a.title < b.title ? -1 : 1));
}

function readTemplate(library: string, id: string): Template {
  const folder = join(library, id);
  const template = parse(readFileSync(join(folder, 'template.yaml'), 'utf8')) as TemplateFile;
  const { title, description, slots = [] } = template;
  return { id, title, description, slots, pages: template.pages.map((page) => readPage(folder, page)) };
}

function readPage(folder: string, { file, pages = [] }: TemplateFilePage): TemplatePage {
  const { meta, document } = parsePage(readFileSync(join(folder, file), 'utf8'));
  const { title = 'Untitled' } = meta;
  return { title, meta, document, file, pages: pages.map((page) => readPage(folder, page)) };
}
