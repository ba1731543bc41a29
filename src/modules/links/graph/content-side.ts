import { Injectable } from '@nestjs/common';
import {
  ContentStore,
  type ContentDiff,
  type LocatedPage,
  type PageNode,
  pageReferences,
  type ProjectedEntry,
  Projection,
} from '#modules/content/index.js';

/** Attempts to read while the space is being written. */
const MAX_ATTEMPTS = 5;

/** A file, a reusable content or a tag as far as links are about it. */
type SideEntry = Omit<ProjectedEntry, 'size'>;

/** A content as the rows of its space's projection and what differs from them. */
export interface ContentSide {
  organizationId: string;
  spaceId: string;
  snapshot: string;
  /** Pages whose rows do not count, and what stands in their place. */
  hiddenPages: string[];
  pages: LocatedPage[];
  /** Entries whose rows do not count, as `kind id`, and what stands in their place. */
  hiddenEntries: string[];
  entries: SideEntry[];
}

/** Finds how contents differ from the rows of their space's projection; the cost follows the difference. */
@Injectable()
export class ContentSides {
  constructor(
    private readonly content: ContentStore,
    private readonly projection: Projection,
  ) {}

  /**
   * Runs `read` with the contents of several snapshots of one space, again when the projection moved on meanwhile.
   * @param snapshots of contents that the caller was found to be allowed to see.
   */
  async read<T>(
    organizationId: string,
    spaceId: string,
    snapshots: readonly string[],
    read: (sides: ContentSide[]) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const shown = await this.projection.shownSnapshot(organizationId, spaceId);
      const sides: ContentSide[] = [];
      for (const snapshot of snapshots) sides.push(await this.side(organizationId, spaceId, shown, snapshot));
      const result = await read(sides);
      const isSteady = (await this.projection.shownSnapshot(organizationId, spaceId)) === shown;
      if (isSteady || attempt === MAX_ATTEMPTS) return result;
    }
  }

  /** Content as the space's rows show it, whatever their snapshot. */
  private async side(
    organizationId: string,
    spaceId: string,
    shown: string | null,
    snapshot: string,
  ): Promise<ContentSide> {
    const place = { organizationId, spaceId, snapshot };
    if (shown === snapshot) return { ...place, hiddenPages: [], pages: [], hiddenEntries: [], entries: [] };
    if (shown === null) return { ...place, ...(await this.entire(organizationId, snapshot)) };
    return { ...place, ...overlayOf(await this.content.diff(organizationId, shown, snapshot)) };
  }

  /** A space that was just duplicated has no rows yet. */
  private async entire(organizationId: string, snapshot: string): Promise<Overlay> {
    const tree = await this.content.readTree(organizationId, snapshot);
    const files = await this.content.listFiles(organizationId, snapshot);
    const contents = await this.content.listReusableContents(organizationId, snapshot);
    const { tags } = await this.content.readSettings(organizationId, snapshot);
    const entries = [
      ...files.map((file) => entryOf('file', file.id, file.name, null)),
      ...contents.map(({ id, title, document }) => entryOf('reusable-content', id, title, document)),
      ...tags.map(({ slug, label }) => entryOf('tag', slug, label, null)),
    ];
    return { hiddenPages: [], pages: flatten(tree), hiddenEntries: [], entries };
  }
}

type Overlay = Pick<ContentSide, 'hiddenPages' | 'pages' | 'hiddenEntries' | 'entries'>;

/** Changes of a diff to the rows of the old side. */
export function overlayOf(diff: ContentDiff): Overlay {
  const hidden = new Set<string>();
  const pages = new Map<string, LocatedPage>();
  for (const change of diff.pages) {
    const page = 'page' in change ? change.page : change.after;
    if (change.type !== 'page_created') hidden.add(page.id);
    if (change.type !== 'page_deleted') pages.set(page.id, page);
  }
  const overlay: Overlay = {
    hiddenPages: [...hidden],
    pages: [...pages.values()],
    hiddenEntries: [],
    entries: [],
  };
  for (const { before, after } of diff.files) {
    if (before) overlay.hiddenEntries.push(`file ${before.id}`);
    if (after) overlay.entries.push(entryOf('file', after.id, after.name, null));
  }
  for (const { before, after } of diff.reusableContents) {
    if (before) overlay.hiddenEntries.push(`reusable-content ${before.id}`);
    if (after) overlay.entries.push(entryOf('reusable-content', after.id, after.title, after.document));
  }
  for (const { before, after } of diff.tags) {
    if (before) overlay.hiddenEntries.push(`tag ${before.slug}`);
    if (after) overlay.entries.push(entryOf('tag', after.slug, after.label, null));
  }
  return overlay;
}

/** References in the fields of a page, as the projection stores them. */
export function ownReferences(page: LocatedPage): string | null {
  const references = pageReferences(page);
  return references.length > 0 ? JSON.stringify(references) : null;
}

const entryOf = (
  kind: ProjectedEntry['kind'],
  entryId: string,
  name: string,
  documentHash: string | null,
): SideEntry => ({ kind, entryId, name, documentHash });

const flatten = (nodes: readonly PageNode[]): LocatedPage[] =>
  nodes.flatMap((node) => [node, ...flatten(node.pages)]);
