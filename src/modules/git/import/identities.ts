import type { FileRecord, PageNode, ReusableContent } from '#modules/content/index.js';
import { newId } from '#platform/ids/ids.js';
import { assignPaths, type ContentPaths } from '../export/content-paths.js';
import { type SpaceTree, walkPages } from '../space-tree.js';

/**
 * Matches the contents of a folder with those of the space. Pages, files and reusable contents are recognized by their
 * path, in the last import and then in the space; a page whose file moved by its unchanged bytes; groups and links by
 * their titles and targets. Everything else gets a new id. Each id is used once.
 */
export class Identities {
  /** Ids that only the space has: made there, and now found in the folder too. */
  readonly adopted = new Set<string>();
  private readonly claimed = new Set<string>();
  private readonly known: PageNode[];
  private readonly pagesByPath: Map<string, PageNode[]>;
  private readonly filesByPath: Map<string, FileRecord[]>;
  private readonly includesByPath: Map<string, ReusableContent[]>;
  private readonly inBase: Set<string>;
  private readonly base: { tree: SpaceTree; paths: ContentPaths };
  /** Paths that the folder had when it was the base and has no more, by blob id. */
  private readonly gonePaths = new Map<string, string[]>();

  /**
   * @param base what was imported last.
   * @param main what the space has now.
   * @param folderPaths all paths of the folder: a page whose path is among them has not moved.
   * @param files blob ids of the folder when it was the base, by path.
   */
  constructor(
    base: SpaceTree,
    main: SpaceTree,
    root: string,
    private readonly folderPaths: ReadonlySet<string>,
    private readonly files: Readonly<Record<string, string>> = {},
  ) {
    this.known = [...walkPages(base.pages), ...walkPages(main.pages)];
    this.inBase = new Set([
      ...[...walkPages(base.pages)].map((page) => page.id),
      ...base.files.map((file) => file.id),
      ...base.reusableContents.map((content) => content.id),
    ]);
    const sides = [base, main].map((tree) => ({ tree, paths: assignPaths(tree, root) }));
    this.base = sides[0]!;
    for (const [path, oid] of Object.entries(files))
      if (!folderPaths.has(path)) this.gonePaths.set(oid, [...(this.gonePaths.get(oid) ?? []), path]);
    this.pagesByPath = byPath(sides.map(({ tree, paths }) => [[...walkPages(tree.pages)], paths.pages]));
    this.filesByPath = byPath(sides.map(({ tree, paths }) => [tree.files, paths.files]));
    this.includesByPath = byPath(sides.map(({ tree, paths }) => [tree.reusableContents, paths.includes]));
  }

  /** @param oid blob id of the file. */
  claimPage(path: string, oid: string): { id: string; before?: PageNode } {
    const before = this.first(this.pagesByPath.get(path)) ?? this.first(this.movedPages(oid));
    return this.claim(before);
  }

  /** Answers whether the base has a thing that came from these very bytes at this path. */
  isSame(path: string, oid: string, id: string): boolean {
    return this.files[path] === oid && this.inBase.has(id);
  }

  /** Paths in the base of its hidden pages, and of its files. */
  get unlistedOfBase(): { pages: string[]; files: string[] } {
    const { tree, paths } = this.base;
    const hidden = [...walkPages(tree.pages)].filter(({ hidden }) => hidden === true);
    return {
      pages: hidden.flatMap(({ id }) => paths.pages.get(id) ?? []),
      files: tree.files.flatMap(({ id }) => paths.files.get(id) ?? []),
    };
  }

  /** Paths that only the folder has, or only had when it was the base; null before it was one. */
  get differingPaths(): string[] | null {
    const before = Object.keys(this.files);
    if (before.length === 0) return null;
    return [
      ...[...this.folderPaths].filter((path) => this.files[path] === undefined),
      ...before.filter((path) => !this.folderPaths.has(path)),
    ];
  }

  /** Pages whose files are gone, and had the same bytes. */
  private movedPages(oid: string): PageNode[] {
    const gone = this.gonePaths.get(oid) ?? [];
    return [
      ...gone.flatMap((path) => this.pagesByPath.get(path) ?? []),
      ...this.known.filter(({ git }) => git?.oid === oid && !this.folderPaths.has(git.path)),
    ];
  }

  /**
   * The page that stands for a folder without a file for it. Such a page has no path in Git, and its slug need not be the name of
   * the folder, so it is known by what is in it; of folders in each other the outer one must be claimed first.
   */
  claimFolder(folder: string): { id: string; before?: PageNode } {
    const before =
      this.first(this.pagesByPath.get(`${folder}/README.md`)) ??
      this.first(
        this.known.filter((page) => page.type === 'document' && !page.git && holdsFilesOf(page, folder)),
      );
    return this.claim(before);
  }

  claimGroup(title: string, slug?: string): { id: string; before?: PageNode } {
    const groups = this.known.filter((page) => page.type === 'group');
    return this.claim(
      this.first(groups.filter((group) => group.title === title)) ??
        this.first(groups.filter((group) => group.slug === slug)),
    );
  }

  /** @param url the address, or the id of the page it leads to. */
  claimLink(title: string, url: string): { id: string; before?: PageNode } {
    const links = this.known.filter((page) => page.type === 'link' && page.title === title);
    const isSame = ({ target }: PageNode): boolean =>
      target !== undefined && Object.values(target).includes(url);
    return this.claim(this.first(links.filter(isSame)) ?? this.first(links));
  }

  /** The page that the space computes from this source; null when it has none. */
  claimComputed(source: unknown): PageNode | null {
    const wanted = sourceKey(source);
    const pages = this.known.filter(
      (page) => page.computed !== undefined && sourceKey(page.computed) === wanted,
    );
    return this.claim(this.first(pages)).before ?? null;
  }

  claimFile(path: string): { id: string; before?: FileRecord } {
    return this.claim(this.first(this.filesByPath.get(path)));
  }

  claimInclude(path: string): { id: string; before?: ReusableContent } {
    return this.claim(this.first(this.includesByPath.get(path)));
  }

  private first<T extends { id: string }>(candidates: readonly T[] = []): T | undefined {
    return candidates.find(({ id }) => !this.claimed.has(id));
  }

  private claim<T extends { id: string }>(before: T | undefined): { id: string; before?: T } {
    const id = before?.id ?? newId();
    this.claimed.add(id);
    if (before && !this.inBase.has(id)) this.adopted.add(id);
    return before ? { id, before } : { id };
  }
}

function holdsFilesOf(page: PageNode, folder: string): boolean {
  return page.pages.some((child) => child.git?.path.startsWith(`${folder}/`) || holdsFilesOf(child, folder));
}

/** Equal for sources that say the same, whatever the order of their members. */
function sourceKey(source: unknown): string {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([k, v]) => [k, sorted(v)]),
        )
      : value;
  return JSON.stringify(sorted(source));
}

/** The things at each path, those of the first side first. */
function byPath<T extends { id: string }>(
  sides: [readonly T[], ReadonlyMap<string, string>][],
): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const [things, paths] of sides) {
    for (const thing of things) {
      const path = paths.get(thing.id);
      if (path !== undefined) found.set(path, [...(found.get(path) ?? []), thing]);
    }
  }
  return found;
}
