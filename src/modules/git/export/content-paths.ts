import { posix } from 'node:path';
import { type PageNode, slugOf as slugOfTitle } from '#modules/content/index.js';
import { slugOf } from '../folder/planned-page.js';
import type { SpaceTree } from '../space-tree.js';

/** Paths of the pages, files and reusable contents of a space in a folder, by id. They include the content root. */
export interface ContentPaths {
  pages: Map<string, string>;
  files: Map<string, string>;
  includes: Map<string, string>;
}

/** The folder that paths are assigned in. */
export interface PlacesTaken {
  /** Paths of files that are no content: nothing is put there. */
  foreign: ReadonlySet<string>;
  /** All paths of the folder. */
  existing: ReadonlySet<string>;
}

/**
 * Gives every page, file and reusable content a path: the one it came from, as long as that still matches the page's
 * slug, else one made of the slugs, so that reading the folder again gives the same slugs. New paths differ from all others in more than
 * their case, since many machines keep one of them; those that the folder has stay as they are.
 */
export function assignPaths(tree: SpaceTree, root: string, folder?: PlacesTaken): ContentPaths {
  const foreign = new Set([...(folder?.foreign ?? [])].map((path) => path.toLowerCase()));
  const taken = new Set(foreign);
  const isInFolder = (path: string): boolean =>
    folder !== undefined && folder.existing.has(path) && !folder.foreign.has(path);
  const owned = new Set<string>();
  const paths: ContentPaths = { pages: new Map(), files: new Map(), includes: new Map() };
  const keep = (map: Map<string, string>, id: string, path: string): void => {
    taken.add(path.toLowerCase());
    owned.add(path);
    map.set(id, path);
  };
  const keepOwn = (map: Map<string, string>, id: string, path: string | undefined): void => {
    if (path === undefined || owned.has(path)) return;
    if (isInFolder(path) || !foreign.has(path.toLowerCase())) keep(map, id, path);
  };
  visit(tree.pages, (page) => keepOwn(paths.pages, page.id, ownPath(page, root)));
  for (const file of tree.files) keepOwn(paths.files, file.id, file.git?.path);
  for (const content of tree.reusableContents) keepOwn(paths.includes, content.id, content.git?.path);

  placePages(tree.pages, root, { taken, paths: paths.pages, root });
  const assets = posix.join(root, '.gitbook/assets');
  for (const file of tree.files) {
    if (paths.files.has(file.id)) continue;
    const { name, ext } = posix.parse(safeName(file.name));
    keep(
      paths.files,
      file.id,
      free(taken, (n) => `${assets}/${name}${n > 0 ? ` (${n})` : ''}${ext}`),
    );
  }
  const includes = posix.join(root, '.gitbook/includes');
  for (const content of tree.reusableContents) {
    if (paths.includes.has(content.id)) continue;
    const name = slugOfTitle(content.title);
    keep(
      paths.includes,
      content.id,
      free(taken, (n) => `${includes}/${name}${n > 0 ? `-${n}` : ''}.md`),
    );
  }
  return paths;
}

interface Placing {
  root: string;
  taken: Set<string>;
  paths: Map<string, string>;
}

function placePages(pages: readonly PageNode[], folder: string, placing: Placing): void {
  for (const page of pages) {
    if (page.type === 'link' || page.computed !== undefined) continue;
    if (page.type !== 'group' && !placing.paths.has(page.id)) {
      const path = freePagePath(page, folder, placing);
      placing.taken.add(path.toLowerCase());
      placing.paths.set(page.id, path);
    }
    placePages(page.pages, folderOf(page, folder, placing.paths), placing);
  }
}

/** `guide.md`, or `guide/README.md` for a page with subpages; where that is taken, in a folder that keeps the slug. */
function freePagePath(page: PageNode, folder: string, { taken, root }: Placing): string {
  const beside = page.git && besidePath(page.git.path, page.slug);
  if (beside !== undefined && beside.startsWith(root) && !taken.has(beside.toLowerCase())) return beside;
  const isNested = folder !== root && /^(readme|index)$/i.test(page.slug);
  const asFolder = page.pages.length > 0 || isNested;
  return free(taken, (n) => {
    const place = n === 0 ? folder : posix.join(folder, `_${n}`);
    return posix.join(place, asFolder ? `${page.slug}/README.md` : `${page.slug}.md`);
  });
}

/** The path of a page with another slug: its file gets another name, or the folder of which it is the README. */
function besidePath(path: string, slug: string): string | undefined {
  const { dir, base, ext } = posix.parse(path);
  if (/^(readme|index)$/i.test(slug)) return undefined;
  if (!/^(readme|index)\./i.test(base)) return posix.join(dir, slug + ext);
  return dir === '' ? undefined : posix.join(posix.dirname(dir), slug, base);
}

/** Folder for the subpages of a page. */
function folderOf(page: PageNode, folder: string, paths: Map<string, string>): string {
  const path = paths.get(page.id);
  if (path === undefined) return posix.join(folder, page.slug);
  const isReadme = /^(readme|index)\.(md|markdown)$/i.test(posix.basename(path));
  return isReadme ? dirname(path) : path.replace(/\.(md|markdown)$/i, '');
}

function dirname(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

/** The path a page came from, unless its slug was changed since. A number at its end only keeps siblings apart. */
function ownPath(page: PageNode, root: string): string | undefined {
  const path = page.git?.path;
  if (path === undefined || page.type === 'group' || page.type === 'link') return undefined;
  if (page.computed !== undefined) return undefined;
  const inRoot = root !== '' && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const slug = slugOfTitle(slugOf(inRoot));
  const isKept =
    page.slug === slug ||
    (page.slug.startsWith(`${slug}-`) && /^\d+$/.test(page.slug.slice(slug.length + 1)));
  return isKept ? path : undefined;
}

function free(taken: Set<string>, candidate: (n: number) => string): string {
  for (let n = 0; ; n++) {
    const path = candidate(n);
    if (!taken.has(path.toLowerCase())) return path;
  }
}

function safeName(name: string): string {
  const safe = name.replace(/[/\\\0]/g, '_');
  return /^\.{0,2}$/.test(safe) ? 'file' : safe;
}

function visit(pages: readonly PageNode[], work: (page: PageNode) => void): void {
  for (const page of pages) {
    work(page);
    visit(page.pages, work);
  }
}
