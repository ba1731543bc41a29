import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContentStore, markDocumentAsync } from '#modules/content/index.js';
import {
  type DocumentBlock,
  emptyDocument,
  isLongDocument,
  type JSONDocument,
  serializeMarkdownAsync,
} from '#modules/documents/index.js';
import { PageMaker } from '#modules/publishing/index.js';
import { type ChangedPage, ChangedPages, type Changes } from '../preview/changed-pages.js';
import type { PreviewPlace } from '../preview/preview-places.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import { type BlockGroup, groupChanges, keysOf, withoutChange } from './change-groups.js';
import type { LineChange, LineCounts } from './diff-lines.js';
import { countLinesAsync, diffMarkdownAsync } from './diff-lines-async.js';
import { type Hunk, hunksOf, linesOfBlocks } from './hunk-blocks.js';

/** The ways in which the text of a page is compared. */
export const DIFF_VIEWS = ['inline', 'side', 'markdown'] as const;
export type DiffView = (typeof DIFF_VIEWS)[number];

/** Blocks of a page as HTML. */
export interface DrawnGroup {
  isChanged: boolean;
  /** Key of the block, for comments on it. */
  key?: string;
  /** Key of the earlier version of the block; absent for new ones. */
  old?: string;
  /** Keys of all blocks in it. */
  keys: readonly string[];
  /** Number of blocks. */
  count: number;
  /** Both versions in one; absent where there are two sides. */
  html?: string;
  before?: string;
  after?: string;
}

export interface DrawnPage {
  groups: DrawnGroup[];
  /** Lines of the Markdown, where that is wanted; the groups have no HTML then. */
  lines?: LineChange[];
  /** Changes of lines that follow each other. */
  hunks?: Hunk[];
}

const MAX_COUNTS = 5000;
/** Pages of a list whose lines are counted. */
const MOST_COUNTED = 200;

/** Compares the text of pages, and draws the comparison. */
@Injectable()
export class PageDiffs {
  /** Counts by the hashes of both documents, which say all. */
  private readonly counts = new LRUCache<string, LineCounts>({ max: MAX_COUNTS });

  constructor(
    private readonly store: ContentStore,
    private readonly changed: ChangedPages,
    private readonly maker: PageMaker,
  ) {}

  /** @param commented keys of blocks that are shown although they are unchanged. */
  async draw(
    preview: PreviewPlace,
    base: string,
    pageId: string,
    view: DiffView,
    commented: ReadonlySet<string>,
  ): Promise<DrawnPage> {
    const { before, after } = await this.changed.texts(preview, base, pageId);
    const compared = view === 'markdown' ? await compareMarkdown(before, after) : {};
    // Words of specifications and integrations are filled in later: they are no change of the page.
    const marked = await markDocumentAsync(before, after);
    const isCommented = (block: DocumentBlock): boolean => keysOf(block).some((key) => commented.has(key));
    const groups = groupChanges(marked.nodes, isCommented);
    const drawn: DrawnGroup[] = [];
    for (const group of groups) drawn.push(await this.drawGroup(preview, marked, group, view));
    return { groups: drawn, ...compared };
  }

  /** Draws blocks, such as those of a comment, as the site of the preview would. */
  async drawBlocks({ place }: PreviewPlace, nodes: readonly DocumentBlock[]): Promise<string> {
    if (nodes.length === 0) return '';
    return (await this.maker.bodyOf(place, { ...emptyDocument(), nodes: [...nodes] })).html;
  }

  /** The lines that the first pages of a list gain and lose, by page. */
  async countAll(preview: PreviewPlace, { pages }: Pick<Changes, 'pages'>): Promise<Map<string, LineCounts>> {
    const counts = new Map<string, LineCounts>();
    for (const page of pages.slice(0, MOST_COUNTED)) counts.set(page.id, await this.count(preview, page));
    return counts;
  }

  /** The lines that a page gains and loses from one snapshot to another. */
  async countOf(organizationId: string, pageId: string, from: string, to: string): Promise<LineCounts> {
    const hashIn = async (snapshot: string): Promise<string | null> =>
      (await this.store.locatePage(organizationId, snapshot, pageId))?.page.document ?? null;
    return this.countBetween(organizationId, { before: await hashIn(from), after: await hashIn(to) });
  }

  /** The lines that a change request changes of a page. */
  private async count({ context }: PreviewPlace, { changes }: ChangedPage): Promise<LineCounts> {
    const sum: LineCounts = { added: 0, removed: 0 };
    for (const change of changes) {
      if (change.type === 'page_moved') continue;
      const hashes =
        change.type === 'page_edited'
          ? change.document
          : {
              before: change.type === 'page_deleted' ? change.page.document : null,
              after: change.type === 'page_created' ? change.page.document : null,
            };
      if (!hashes) continue;
      const { added, removed } = await this.countBetween(context.organizationId, hashes);
      sum.added += added;
      sum.removed += removed;
    }
    return sum;
  }

  private async countBetween(
    organizationId: string,
    { before, after }: { before: string | null; after: string | null },
  ): Promise<LineCounts> {
    if (before === after) return { added: 0, removed: 0 };
    const key = `${organizationId} ${before} ${after}`;
    const known = this.counts.get(key);
    if (known) return known;
    const textOf = async (hash: string | null): Promise<string> =>
      hash === null ? '' : serializeMarkdownAsync(await this.store.readDocument(organizationId, hash));
    const counts = await countLinesAsync({ before: await textOf(before), after: await textOf(after) });
    this.counts.set(key, counts);
    return counts;
  }

  private async drawGroup(
    { place }: PreviewPlace,
    marked: JSONDocument,
    { isChanged, key, old, nodes }: BlockGroup,
    view: DiffView,
  ): Promise<DrawnGroup> {
    const html = async (blocks: DocumentBlock[]): Promise<string> =>
      (await this.maker.bodyOf(place, { ...marked, nodes: blocks })).html;
    const shown = {
      isChanged,
      keys: nodes.flatMap(keysOf),
      count: nodes.length,
      ...withoutUndefined({ key, old }),
    };
    if (view === 'markdown') return shown;
    if (!isChanged || view !== 'side') return { ...shown, html: await html(nodes) };
    return {
      ...shown,
      before: nameRegions(await html(withoutChange(nodes, 'inserted')), 'Before'),
      after: nameRegions(await html(withoutChange(nodes, 'deleted')), 'After'),
    };
  }
}

/** Compares the Markdown of two documents. Of long ones nobody learns which block a line is of: that takes too long. */
async function compareMarkdown(
  before: JSONDocument,
  after: JSONDocument,
): Promise<{ lines: LineChange[]; hunks: Hunk[] }> {
  const texts = { before: await serializeMarkdownAsync(before), after: await serializeMarkdownAsync(after) };
  const lines = await diffMarkdownAsync(texts);
  const blocks = (document: JSONDocument, text: string) =>
    isLongDocument(document) ? [] : linesOfBlocks(document.nodes, text);
  return { lines, hunks: hunksOf(lines, blocks(before, texts.before), blocks(after, texts.after)) };
}

/** Tables are regions with a name, which is the same on two sides that are shown beside each other. */
export function nameRegions(html: string, side: string): string {
  return html.replaceAll(/(<div [^>]*role="region" [^>]*aria-label=")/g, `$1${side}: `);
}
