import { Injectable } from '@nestjs/common';
import type { JSONDocument } from '#modules/documents/index.js';
import { BlockTypes, type LocatedPage } from '#modules/content/index.js';
import { type ContentContext, ContentReads, VisibleContent } from '#modules/space-content/index.js';
import type { Match } from './search.repository.js';

/**
 * The version of a page that a reader sees: null for nothing, the indexed text, or a document that differs for them. In
 * the last case only that document is searched.
 */
export type Reading = null | 'as-indexed' | { description?: string; document: JSONDocument | null };

/** The versions of pages that a reader of a site sees: without anything that conditions hide. */
@Injectable()
export class ReaderReadings {
  constructor(
    private readonly visible: VisibleContent,
    private readonly blocks: BlockTypes,
    private readonly reads: ContentReads,
  ) {}

  /** One for each match, in their order. */
  async readingsOf(context: ContentContext, matches: readonly Match[]): Promise<Reading[]> {
    const pages = await Promise.all(matches.map(({ pageId }) => this.visible.page(context, { pageId })));
    const hashes = pages.flatMap((page) => page?.document ?? []);
    const conditional = await this.blocks.documentsWith(context.organizationId, hashes, 'if');
    return Promise.all(pages.map((page) => this.reading(context, page, conditional)));
  }

  private async reading(
    context: ContentContext,
    page: LocatedPage | null,
    conditional: ReadonlySet<string>,
  ): Promise<Reading> {
    if (!page) return null;
    const { id, description, document } = page;
    if (document === null || !conditional.has(document)) return 'as-indexed';
    return { description, document: await this.reads.pageDocument(context, id, {}) };
  }
}
