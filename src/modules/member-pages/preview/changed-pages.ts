import { Injectable } from '@nestjs/common';
import { diffDocuments } from '#modules/content/index.js';
import { type DocumentBlock, emptyDocument, type JSONDocument } from '#modules/documents/index.js';
import { PublishedContent, type PublishedPlace, renderDocument } from '#modules/publishing/index.js';
import { ContentReads } from '#modules/space-content/index.js';
import type { PreviewPlace } from './preview-places.js';

const MOST = 1000;

/** A page that a change request changes, for the list beside it. */
export interface ChangedPage {
  id: string;
  title: string;
  path: string;
  isCreated: boolean;
  isDeleted: boolean;
}

type Status = 'same' | 'created' | 'deleted' | 'before' | 'after';

/** What a change request changes, to be seen: which pages, and each page's blocks as they were and as they will be. */
@Injectable()
export class ChangedPages {
  constructor(
    private readonly reads: ContentReads,
    private readonly content: PublishedContent,
  ) {}

  /** The changed pages, in the order the changes are told. */
  async list({ context }: PreviewPlace, base: string): Promise<ChangedPage[]> {
    const { changes } = await this.reads.changes(context, base, { limit: MOST });
    const pages = new Map<string, ChangedPage>();
    for (const change of changes as { type: string; page?: { id: string; title: string; path: string } }[]) {
      if (!change.page) continue;
      const { id, title, path } = change.page;
      const known = pages.get(id) ?? { id, title, path, isCreated: false, isDeleted: false };
      known.isCreated ||= change.type === 'page_created';
      known.isDeleted ||= change.type === 'page_deleted';
      pages.set(id, known);
    }
    return [...pages.values()];
  }

  /** The page's text with its changes marked, as HTML. Blocks that are equal on both sides stand as they are. */
  async render({ place }: PreviewPlace, base: string, pageId: string): Promise<string> {
    const old = { ...place, ...withSnapshot(place, base) };
    const [before, after] = [await this.text(old, pageId), await this.text(place, pageId)];
    const context = await this.content.context(place, [], [before, after]);
    const parts: string[] = [];
    for (const { status, block } of marked(before, after)) {
      const body = await renderDocument({ ...emptyDocument(), nodes: [block] }, context);
      parts.push(status === 'same' ? body : `<div class="diff diff-${status}">${body}</div>`);
    }
    return parts.join('\n');
  }

  private async text(place: PublishedPlace, pageId: string): Promise<JSONDocument> {
    const entry = (await this.content.navigation(place)).find(pageId);
    const document = entry && (await this.content.document(place, entry));
    return document ?? emptyDocument();
  }
}

function withSnapshot(
  { site, space }: PublishedPlace,
  snapshot: string,
): Pick<PublishedPlace, 'site' | 'space'> {
  const old = { ...space, snapshot };
  return { site: { ...site, version: `${site.version} from ${snapshot}`, spaces: [old] }, space: old };
}

/** The blocks of both documents in one order: those of the later one, with deleted ones where they were. */
function marked(before: JSONDocument, after: JSONDocument): { status: Status; block: DocumentBlock }[] {
  const changed = new Set(
    diffDocuments(before, after).map((change) => change.parent ?? (change.after ?? change.before)?.key),
  );
  const old = new Map(before.nodes.map((block) => [block.key, block]));
  const kept = new Set(after.nodes.map((block) => block.key));
  const blocks: { status: Status; block: DocumentBlock }[] = [];
  let next = 0;
  const passDeleted = (end: number): void => {
    for (; next < end; next++) {
      const block = before.nodes[next];
      if (block && !kept.has(block.key)) blocks.push({ status: 'deleted', block });
    }
  };
  for (const block of after.nodes) {
    const was = old.get(block.key);
    if (!was) {
      blocks.push({ status: 'created', block });
      continue;
    }
    passDeleted(Math.max(next, before.nodes.indexOf(was)));
    if (holdsAny(block, changed) || holdsAny(was, changed)) {
      blocks.push({ status: 'before', block: was }, { status: 'after', block });
    } else blocks.push({ status: 'same', block });
  }
  passDeleted(before.nodes.length);
  return blocks;
}

/** Whether the block or one inside of it has one of the keys. */
function holdsAny(block: DocumentBlock, keys: ReadonlySet<string | undefined>): boolean {
  if (block.key !== undefined && keys.has(block.key)) return true;
  const inner = [...(block.nodes ?? []), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes)];
  return inner.some((node) => node.object === 'block' && holdsAny(node, keys));
}
