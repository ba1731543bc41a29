import type {
  ContentStore,
  FileRecord,
  GitBlob,
  PageNode,
  ReusableContent,
  SnapshotSettings,
} from '#modules/content/index.js';

/** All of a snapshot but its documents, and but the pages that are generated below computed ones. */
export interface SpaceTree {
  pages: PageNode[];
  files: FileRecord[];
  reusableContents: ReusableContent[];
  settings: SnapshotSettings;
}

export const EMPTY_TREE: SpaceTree = {
  pages: [],
  files: [],
  reusableContents: [],
  settings: { variables: {}, tags: [], redirects: [] },
};

export async function loadSpaceTree(
  content: ContentStore,
  organizationId: string,
  snapshot: string,
): Promise<SpaceTree> {
  return {
    pages: withoutGenerated(await content.readTree(organizationId, snapshot)),
    files: await content.listFiles(organizationId, snapshot),
    reusableContents: await content.listReusableContents(organizationId, snapshot),
    settings: await content.readSettings(organizationId, snapshot),
  };
}

/** A folder tells what a page is computed from, never what came of it. */
function withoutGenerated(pages: readonly PageNode[]): PageNode[] {
  return pages.map((page) => ({
    ...page,
    pages: page.computed === undefined ? withoutGenerated(page.pages) : [],
  }));
}

/** Paths in a folder of pages, files and reusable contents, by id. */
export type Places = Readonly<Record<string, string>>;

/**
 * The tree with the paths that its contents have in a folder, in place of those that they were read from: what was made or renamed in
 * the space has other ones.
 * @param oids blob ids of the files of the folder, by path.
 */
export function placeTree(
  tree: SpaceTree,
  places: Places,
  oids: Readonly<Record<string, string>>,
): SpaceTree {
  const placed = <T extends { id: string; git?: GitBlob }>(thing: T): T => {
    const path = places[thing.id];
    return path === undefined ? thing : { ...thing, git: { path, oid: oids[path] ?? '' } };
  };
  const pagesOf = (pages: readonly PageNode[]): PageNode[] =>
    pages.map((page) => placed({ ...page, pages: pagesOf(page.pages) }));
  return {
    ...tree,
    pages: pagesOf(tree.pages),
    files: tree.files.map(placed),
    reusableContents: tree.reusableContents.map(placed),
  };
}

/** Pages in reading order, each before its subpages. */
export function* walkPages(pages: readonly PageNode[]): Generator<PageNode> {
  for (const page of pages) {
    yield page;
    yield* walkPages(page.pages);
  }
}
