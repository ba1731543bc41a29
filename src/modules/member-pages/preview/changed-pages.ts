import { Injectable } from '@nestjs/common';
import {
  type ContentDiff,
  ContentStore,
  markDocumentAsync,
  type PageChange,
} from '#modules/content/index.js';
import { emptyDocument, type JSONDocument } from '#modules/documents/index.js';
import { PageMaker, PublishedContent, type PublishedPlace } from '#modules/publishing/index.js';
import type { PreviewPlace } from './preview-places.js';

/** Changes of a change request: pages in the order of the change list, and the rest. */
export interface Changes {
  pages: ChangedPage[];
  diff: ContentDiff;
}

/** A page that a change request changes. */
export interface ChangedPage {
  id: string;
  title: string;
  path: string;
  isCreated: boolean;
  isDeleted: boolean;
  isMoved: boolean;
  changes: PageChange[];
}

/** Visible changes of a change request: its pages, and the text of each with the changes marked. */
@Injectable()
export class ChangedPages {
  constructor(
    private readonly store: ContentStore,
    private readonly content: PublishedContent,
    private readonly maker: PageMaker,
  ) {}

  async list({ context }: PreviewPlace, base: string): Promise<Changes> {
    const diff = await this.store.diff(context.organizationId, base, context.snapshot);
    const pages = new Map<string, ChangedPage>();
    for (const change of diff.pages) {
      const { id, title, path } = 'page' in change ? change.page : change.after;
      const known = pages.get(id) ?? {
        ...{ id, title, path, changes: [] },
        ...{ isCreated: false, isDeleted: false, isMoved: false },
      };
      known.isCreated ||= change.type === 'page_created';
      known.isDeleted ||= change.type === 'page_deleted';
      known.isMoved ||= change.type === 'page_moved';
      known.changes.push(change);
      pages.set(id, known);
    }
    return { pages: [...pages.values()], diff };
  }

  /** The page's text on both sides; empty where the page is not there. */
  async texts(
    { place }: PreviewPlace,
    base: string,
    pageId: string,
  ): Promise<{ before: JSONDocument; after: JSONDocument }> {
    const old = { ...place, ...withSnapshot(place, base) };
    return { before: await this.text(old, pageId), after: await this.text(place, pageId) };
  }

  /** The page's text with its changes marked, as HTML. */
  async render(preview: PreviewPlace, base: string, pageId: string): Promise<string> {
    const { place } = preview;
    const { before, after } = await this.texts(preview, base, pageId);
    // The words of specifications and integrations are filled in after that: they are no change of the page.
    const marked = await markDocumentAsync(before, after);
    return (await this.maker.bodyOf(place, marked)).html;
  }

  private async text(place: PublishedPlace, pageId: string): Promise<JSONDocument> {
    const entry = (await this.content.navigation(place)).find(pageId);
    const document = entry && (await this.content.document(place, entry));
    // The empty document has a paragraph, which nobody added or deleted.
    return document ?? { ...emptyDocument(), nodes: [] };
  }
}

function withSnapshot(
  { site, space }: PublishedPlace,
  snapshot: string,
): Pick<PublishedPlace, 'site' | 'space'> {
  const old = { ...space, snapshot };
  return { site: { ...site, version: `${site.version} from ${snapshot}`, spaces: [old] }, space: old };
}
