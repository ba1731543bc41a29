import { stringify } from 'yaml';
import type { ContentRedirect, PageNode } from '#modules/content/index.js';
import { type SpaceTree, walkPages } from '../space-tree.js';
import type { ContentPaths } from './content-paths.js';
import { pathFrom } from './write-summary.js';

/** Places of the content in a folder. */
export interface FolderLayout {
  root: string;
  readme: string;
  summary: string;
}

export const DEFAULT_LAYOUT: FolderLayout = { root: '', readme: 'README.md', summary: 'SUMMARY.md' };

/** The place from which the settings name files. */
export function contentRoot({ root }: FolderLayout): string {
  return root === '' ? '.' : `${root}/.`;
}

/** `.gitbook.yaml`, or undefined when the defaults say all of it. */
export function writeConfig(tree: SpaceTree, paths: ContentPaths, layout: FolderLayout): string | undefined {
  const config: Record<string, unknown> = {};
  const structure: Record<string, string> = {};
  const base = contentRoot(layout);
  const readme = firstPage(tree.pages, paths);
  if (readme !== undefined && pathFrom(base, readme) !== DEFAULT_LAYOUT.readme)
    structure['readme'] = pathFrom(base, readme);
  if (layout.summary !== DEFAULT_LAYOUT.summary) structure['summary'] = layout.summary;
  if (layout.root !== '') config['root'] = `./${layout.root}/`;
  if (Object.keys(structure).length > 0) config['structure'] = structure;
  const redirects = tree.settings.redirects.flatMap(({ from, target }): [string, string][] => {
    const to = redirectTarget(target, paths, base);
    return to === undefined ? [] : [[from, to]];
  });
  if (redirects.length > 0) config['redirects'] = Object.fromEntries(redirects);
  return Object.keys(config).length === 0 ? undefined : stringify(config, { lineWidth: 0 });
}

function firstPage(pages: readonly PageNode[], paths: ContentPaths): string | undefined {
  for (const page of walkPages(pages)) {
    const path = paths.pages.get(page.id);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** The address of a redirect's target from the content root; undefined for a target that the folder has not. */
export function redirectTarget(
  target: ContentRedirect['target'],
  paths: ContentPaths,
  base: string,
): string | undefined {
  if (target.kind === 'url') return target.url;
  const path = 'page' in target && target.page !== undefined ? paths.pages.get(target.page) : undefined;
  const file = target.kind === 'file' ? paths.files.get(target.file) : undefined;
  const found = path ?? file;
  if (found === undefined) return undefined;
  return pathFrom(base, found) + (target.kind === 'anchor' ? `#${target.anchor}` : '');
}
