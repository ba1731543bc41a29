import { Injectable } from '@nestjs/common';
import {
  type BlockChange,
  ContentStore,
  diffDocumentsAsync,
  type LocatedPage,
} from '#modules/content/index.js';
import { emptyDocument, type JSONDocument } from '#modules/documents/index.js';
import { NotFound } from '#platform/http/errors.js';
import type { ContentContext } from '../content-context.js';
import { changedPage, documentChange } from './changes.presenter.js';
import type { PageDifferencesResource } from './changes.dto.js';
import { DocumentIds } from '../reading/document-ids.js';

/** The diff of one page between two contents, block by block. */
@Injectable()
export class PageDifferences {
  constructor(
    private readonly content: ContentStore,
    private readonly documentIds: DocumentIds,
  ) {}

  /**
   * From the content `from` (a snapshot) to that of `context`; a page that exists on one side only differs in every
   * block.
   * @throws NotFound when neither has the page.
   */
  async between(context: ContentContext, from: string, pageId: string): Promise<PageDifferencesResource> {
    const { organizationId, spaceId, snapshot } = context;
    const before = (await this.content.locatePage(organizationId, from, pageId))?.page ?? null;
    const after = (await this.content.locatePage(organizationId, snapshot, pageId))?.page ?? null;
    const page = after ?? before;
    if (!page) throw new NotFound('page');
    const hashes = { before: before?.document ?? null, after: after?.document ?? null };
    const blocks =
      hashes.before === hashes.after
        ? []
        : await diffDocumentsAsync(
            await this.text(organizationId, before),
            await this.text(organizationId, after),
          );
    return {
      page: changedPage(page),
      document: documentChange(hashes, { spaceId, documentIds: this.documentIds }),
      blocks: blocks.map(presentBlockChange),
    };
  }

  private text(organizationId: string, page: LocatedPage | null): Promise<JSONDocument> {
    const hash = page?.document ?? null;
    return hash === null ? Promise.resolve(emptyDocument()) : this.content.readDocument(organizationId, hash);
  }
}

function presentBlockChange({ type, before, after, parent }: BlockChange) {
  return {
    type,
    block: (after ?? before)!.key,
    ...(parent === undefined ? {} : { parent }),
    ...(before ? { before } : {}),
    ...(after ? { after } : {}),
  };
}
