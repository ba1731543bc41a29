import { posix } from 'node:path';
import { isMarkdown, type PlannedPage, slugOf } from './planned-page.js';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/**
 * The tree of a folder of Markdown without a summary: folders nest, `README.md` or `index.md` is the folder's own page,
 * a folder without one gets an empty page named after it. Names in natural order, the folder's own page first.
 */
export function planPlainFolder(paths: readonly string[]): PlannedPage[] {
  const files = paths.filter(
    (path) => isMarkdown(path) && !path.split('/').some((part) => part.startsWith('.')),
  );
  const own = ownPage(files, '');
  const rest = planLevel(files, '');
  return own ? [{ type: 'document', file: own, slug: slugOf(own), children: [] }, ...rest] : rest;
}

function planLevel(files: string[], folder: string): PlannedPage[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const names = new Set(
    files
      .filter((file) => file.startsWith(prefix))
      .map((file) => file.slice(prefix.length).split('/')[0] ?? ''),
  );
  return [...names]
    .filter((name) => name !== '' && !isOwnName(name))
    .sort(collator.compare)
    .map((name) => planEntry(files, prefix + name));
}

function planEntry(files: string[], path: string): PlannedPage {
  if (files.includes(path)) return { type: 'document', file: path, slug: slugOf(path), children: [] };
  const own = ownPage(files, path);
  const name = posix.basename(path);
  return {
    type: 'document',
    ...(own ? { file: own } : { title: titleOfName(name), folder: path }),
    slug: name,
    children: planLevel(files, path),
  };
}

function ownPage(files: string[], folder: string): string | undefined {
  return files.find((file) => posix.dirname(file) === (folder || '.') && isOwnName(posix.basename(file)));
}

function isOwnName(name: string): boolean {
  return /^(readme|index)\.(md|markdown)$/i.test(name);
}

/** `getting-started` reads "Getting started". */
export function titleOfName(name: string): string {
  const words = name
    .replace(/\.(md|markdown)$/i, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
