import { posix } from 'node:path';
import { canonicalJson } from '#platform/canonical-json.js';
import type { PageNode, ReusableContent } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { planPlainFolder, titleOfName } from '../folder/plain-folder.js';
import { isMarkdown, type PlannedPage, slugOf } from '../folder/planned-page.js';
import { readSummary } from '../folder/summary.js';
import { type SpaceTree, walkPages } from '../space-tree.js';
import { assignPaths, type ContentPaths } from './content-paths.js';
import { FolderAddresses } from './folder-addresses.js';
import { rewriteSummary } from './rewrite-summary.js';
import type { FolderLayout } from './write-config.js';
import type { FolderChange } from './folder-change.js';
import { metaOf } from './write-page.js';
import { writeSummary } from './write-summary.js';

export interface PlanInput {
  before: SpaceTree;
  next: SpaceTree;
  layout: FolderLayout;
  /** All paths of the folder. */
  paths: readonly string[];
  /** Text of the summary, if the folder has one. */
  summary: string | undefined;
  /** True for a folder that nothing was written to yet. */
  isNew: boolean;
}

/** The places of contents in a folder, before and afterwards, and the texts that must be looked at. */
export class FolderPlan {
  readonly before: SpaceTree;
  readonly next: SpaceTree;
  readonly layout: FolderLayout;
  /** Paths of what the folder has, by id. */
  readonly pathsBefore: ContentPaths;
  readonly paths: ContentPaths;
  readonly pagesBefore: ReadonlyMap<string, PageNode>;
  readonly includesBefore: ReadonlyMap<string, ReusableContent>;
  /** Pages with a text. */
  readonly pages: PageNode[];
  readonly addressesBefore: FolderAddresses;
  readonly addresses: FolderAddresses;
  readonly summaryPath: string;
  readonly summaryBefore: string | undefined;
  readonly isNew: boolean;
  /** Text of the summary afterwards; undefined for a folder whose paths say its structure. */
  readonly summary: string | undefined;
  /** Ids of contents to which addresses must be looked at. */
  readonly moved: ReadonlySet<string>;
  /** Titles that the structure of the folder gives to pages, by their paths. */
  private readonly listedBefore: ReadonlyMap<string, string | undefined>;
  private readonly listed: ReadonlyMap<string, string | undefined>;
  /** Paths of files that are no content. */
  readonly foreign: ReadonlySet<string>;
  /** All paths of the folder. */
  readonly existing: ReadonlySet<string>;

  constructor(input: PlanInput) {
    const { before, next, layout, paths } = input;
    this.before = before;
    this.next = next;
    this.layout = layout;
    this.summaryBefore = input.summary;
    this.isNew = input.isNew;
    const existing = new Set(paths);
    this.existing = existing;
    this.pathsBefore = knownPaths(before, existing);
    const own = new Set(allPaths(this.pathsBefore));
    this.summaryPath = posix.join(layout.root, layout.summary);
    this.foreign = new Set(paths.filter((path) => !own.has(path)));
    this.pagesBefore = new Map([...walkPages(before.pages)].map((page) => [page.id, page]));
    this.includesBefore = new Map(before.reusableContents.map((one) => [one.id, one]));
    this.paths = assignPaths(this.placed(), layout.root, this);
    this.leaveOutTextless();
    const after = [...this.foreign, ...allPaths(this.paths)];
    this.addressesBefore = new FolderAddresses(paths, this.pathsBefore, layout.root);
    this.addresses = new FolderAddresses(after, this.paths, layout.root);
    this.moved = this.movedIds(existing, after);
    this.listedBefore = this.titlesIn(input.summary, paths);
    this.summary = this.nextSummary(paths, after);
    this.listed = this.titlesIn(this.summary, after);
    this.pages = [...walkPages(next.pages)].filter((page) => this.paths.pages.has(page.id));
  }

  /** The title that readers know of a page before they read its text, or would take where it has none. */
  titlesOf(page: PageNode): {
    titleBefore?: string;
    title?: string;
    impliedTitle: string;
    isHiddenAnyway: boolean;
  } {
    const path = this.paths.pages.get(page.id)!;
    const old = this.pathsBefore.pages.get(page.id);
    const titleBefore = old === undefined ? undefined : this.listedBefore.get(old);
    const title = this.listed.get(path);
    return {
      ...(titleBefore !== undefined && { titleBefore }),
      ...(title !== undefined && { title }),
      impliedTitle: title ?? titleOfName(slugOf(posix.relative(this.layout.root, path))),
      isHiddenAnyway: this.isUnlisted(page.id),
    };
  }

  /** True when the place of a page in the folder says something else about its text than before. */
  isSeenAnew(page: PageNode): boolean {
    const was = this.pagesBefore.get(page.id);
    const [before, after] = [this.pathsBefore.pages.get(page.id), this.paths.pages.get(page.id)];
    if (!was || before === undefined || before !== after) return true;
    const isListed = (paths: ReadonlyMap<string, unknown>, path: string): boolean => paths.has(path);
    return (
      isListed(this.listedBefore, before) !== isListed(this.listed, after) ||
      (this.listedBefore.get(before) !== this.listed.get(after) && this.listed.get(after) !== page.title)
    );
  }

  /** Files whose bytes or places differ. */
  *fileChanges(): Generator<FolderChange> {
    const known = new Map(this.before.files.map((file) => [file.id, file]));
    for (const { id, blob, size } of this.next.files) {
      const path = this.paths.files.get(id)!;
      const before = this.pathsBefore.files.get(id);
      const of = { kind: 'file' as const, id };
      const isSame = known.get(id)?.blob === blob && before !== undefined;
      const from = before === undefined || before === path ? {} : { from: before };
      if (!isSame) yield { kind: 'store', path, blob, size, ...from, of };
      else if (before !== path) yield { kind: 'rename', path, from: before, of };
    }
  }

  /** Files of content that is gone. */
  *removals(): Generator<FolderChange> {
    const kinds = { pages: 'page', files: 'file', includes: 'reusable-content' } as const;
    for (const name of ['pages', 'files', 'includes'] as const)
      for (const [id, path] of this.pathsBefore[name])
        if (!this.paths[name].has(id)) yield { kind: 'remove', path, of: { kind: kinds[name], id } };
  }

  /** True for a hidden page that no list of the folder names. */
  private isUnlisted(id: string): boolean {
    const path = this.paths.pages.get(id);
    return this.summary !== undefined && path !== undefined && !this.listed.has(path);
  }

  /** In a folder whose paths say its structure, a page that is moved gets another path. */
  private placed(): SpaceTree {
    if (this.summaryBefore !== undefined || this.isNew) return this.next;
    const move = (pages: readonly PageNode[]): PageNode[] =>
      pages.map(({ git, ...page }) => {
        const was = this.pagesBefore.get(page.id);
        const stays = !was || was.parent === page.parent;
        return { ...page, ...(stays && git && { git }), pages: move(page.pages) };
      });
    return { ...this.next, pages: move(this.next.pages) };
  }

  /**
   * A page without a text that stands for a folder gets no file, as long as the paths of the folder still say the
   * structure.
   */
  private leaveOutTextless(): void {
    if (this.isNew) return;
    const { pages } = this.paths;
    const left = [...walkPages(this.next.pages)].filter((page) => {
      const was = this.pagesBefore.get(page.id);
      const isSame = was && was.slug === page.slug && sameMeta(was, page);
      return isSame && page.document === null && !this.pathsBefore.pages.has(page.id);
    });
    const kept = left.map(({ id }): [string, string | undefined] => [id, pages.get(id)]);
    for (const [id] of kept) pages.delete(id);
    const after = [...this.foreign, ...allPaths(this.paths)];
    if (this.summaryBefore === undefined && !this.isPlain(after))
      for (const [id, path] of kept) if (path !== undefined) pages.set(id, path);
  }

  private isPlain(paths: readonly string[]): boolean {
    return canonicalJson(this.plainShape(paths)) === canonicalJson(this.shape(this.next.pages));
  }

  /** Contents with another path, and those whose addresses may now lead to a new file. */
  private movedIds(existing: ReadonlySet<string>, after: readonly string[]): ReadonlySet<string> {
    const moved = new Set<string>();
    const byPath = new Map<string, string>();
    for (const name of ['pages', 'files', 'includes'] as const)
      for (const [id, path] of this.pathsBefore[name]) {
        byPath.set(path, id);
        const now = this.paths[name].get(id);
        if (now !== undefined && now !== path) moved.add(id);
      }
    for (const path of after) {
      if (existing.has(path)) continue;
      const plain = path.replace(/(?:\/?(?:README|readme|index))?\.md$/, '');
      for (const name of [
        `${plain}.md`,
        ...['README.md', 'readme.md', 'index.md'].map((one) => posix.join(plain, one)),
      ]) {
        const id = byPath.get(name);
        if (id !== undefined && name !== path) moved.add(id);
      }
    }
    return moved;
  }

  private nextSummary(paths: readonly string[], after: readonly string[]): string | undefined {
    const { summaryBefore: summary, isNew } = this;
    if (isNew) return writeSummary(this.next.pages, this.paths, this.summaryPath);
    if (summary === undefined) {
      return this.isPlain(after) ? undefined : writeSummary(this.next.pages, this.paths, this.summaryPath);
    }
    return rewriteSummary(summary, {
      file: this.summaryPath,
      pages: this.next.pages.filter((page, at) => !this.staysUnlisted(page, at)),
      paths: this.paths,
      filesBefore: this.markdownIn(paths),
      files: this.markdownIn(after),
      idsBefore: new Map([...this.pathsBefore.pages].map(([id, path]) => [path, id])),
      pagesBefore: this.pagesBefore,
    });
  }

  /** A page that the summary does not list is hidden, or the first one. */
  private staysUnlisted(page: PageNode, at: number): boolean {
    const path = this.pathsBefore.pages.get(page.id);
    if (path === undefined || this.listedBefore.has(path) || page.pages.length > 0) return false;
    const isFirst =
      at === 0 && this.paths.pages.get(page.id) === posix.join(this.layout.root, this.layout.readme);
    return isFirst || page.hidden === true;
  }

  private plainShape(paths: readonly string[]): unknown {
    const { root } = this.layout;
    const prefix = root === '' ? '' : `${root}/`;
    const inside = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
    const shape = (pages: readonly PlannedPage[]): unknown =>
      pages.map(({ file, title, children }) => ({ place: file ?? title ?? '', pages: shape(children) }));
    return shape(planPlainFolder(inside));
  }

  private shape(pages: readonly PageNode[]): unknown {
    return pages
      .filter((page) => !(page.hidden === true && page.type === 'document' && this.isDotted(page)))
      .map((page) => {
        const path = this.paths.pages.get(page.id);
        const place = path === undefined ? page.title : posix.relative(this.layout.root, path);
        return { place, pages: this.shape(page.pages) };
      });
  }

  /** Folders of tools are no part of the structure. */
  private isDotted({ id }: PageNode): boolean {
    return /(^|\/)\./.test(this.paths.pages.get(id) ?? '');
  }

  private markdownIn(paths: Iterable<string>): ReadonlySet<string> {
    return new Set([...paths].filter((path) => isMarkdown(path) && path !== this.summaryPath));
  }

  private titlesIn(summary: string | undefined, paths: Iterable<string>): Map<string, string | undefined> {
    const titles = new Map<string, string | undefined>();
    if (summary === undefined) return titles;
    const visit = (pages: readonly PlannedPage[]): void => {
      for (const { file, title, children } of pages) {
        if (file !== undefined) titles.set(file, title);
        visit(children);
      }
    };
    visit(readSummary(summary, this.summaryPath, this.markdownIn(paths), []));
    return titles;
  }
}

/** True for a page whose properties, as far as its file says them, are the same. */
export function sameMeta(a: PageNode, b: PageNode): boolean {
  return canonicalJson(metaOf(a)) === canonicalJson(metaOf(b));
}

function allPaths(paths: ContentPaths): string[] {
  return [paths.pages, paths.files, paths.includes].flatMap((map) => [...map.values()]);
}

/** True for a reference to one of some contents. */
export function refersTo(ref: ContentRef, ids: ReadonlySet<string>): boolean {
  return Object.entries(ref).some(
    ([name, value]) => name !== 'kind' && typeof value === 'string' && ids.has(value),
  );
}

/** The paths from which the contents of a tree were read. */
function knownPaths(tree: SpaceTree, existing: ReadonlySet<string>): ContentPaths {
  const of = (list: Iterable<{ id: string; git?: { path: string } }>): Map<string, string> =>
    new Map([...list].flatMap(({ id, git }) => (git && existing.has(git.path) ? [[id, git.path]] : [])));
  const pages = [...walkPages(tree.pages)].filter(
    ({ type, computed }) => type === 'document' && computed === undefined,
  );
  return { pages: of(pages), files: of(tree.files), includes: of(tree.reusableContents) };
}
