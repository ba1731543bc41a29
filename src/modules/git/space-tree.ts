import type {
  ContentStore,
  FileRecord,
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

/** Pages in reading order, each before its subpages. */
export function* walkPages(pages: readonly PageNode[]): Generator<PageNode> {
  for (const page of pages) {
    yield page;
    yield* walkPages(page.pages);
  }
}
