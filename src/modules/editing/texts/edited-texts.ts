import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ContentStore, type LocatedPage } from '#modules/content/index.js';
import { type ContentContext, ContentLocations } from '#modules/space-content/index.js';
import { NotFound } from '#platform/http/errors.js';

/** Names the text that an editor has open, by one of both. */
export interface EditedTextKey {
  pageId?: string;
  reusableContentId?: string;
}

/** The text of a page, or a reusable content, which editors write alike. */
export interface EditedText {
  /** Of the page or the reusable content. */
  id: string;
  /** Null for a reusable content. */
  page: LocatedPage | null;
  /** Another one whenever the text or what belongs to it changes; subpages do not. */
  version: string;
  /** Undefined for an empty text. */
  documentId: string | undefined;
}

/** Finds the texts that editors have open. */
@Injectable()
export class EditedTexts {
  constructor(
    private readonly content: ContentStore,
    private readonly locations: ContentLocations,
  ) {}

  /** @throws NotFound for what is not in the content, or not in it any more. */
  find(context: ContentContext, { pageId, reusableContentId = '' }: EditedTextKey): Promise<EditedText> {
    return pageId === undefined ? this.reusable(context, reusableContentId) : this.page(context, pageId);
  }

  private async page(context: ContentContext, id: string): Promise<EditedText> {
    const found = await this.content.locatePage(context.organizationId, context.snapshot, id);
    if (!found) throw new NotFound('page');
    const { hash: _withSubpages, ...own } = found.page;
    const documentId = this.locations.documentId(context, found.page);
    return { id, page: found.page, version: versionOf(own), documentId };
  }

  private async reusable(context: ContentContext, id: string): Promise<EditedText> {
    const found = await this.content.findReusableContent(context.organizationId, context.snapshot, id);
    if (!found) throw new NotFound('reusable content');
    return {
      id,
      page: null,
      version: versionOf(found),
      documentId: this.locations.documentId(context, found),
    };
  }
}

function versionOf(stored: object): string {
  return createHash('sha256').update(JSON.stringify(stored)).digest('base64url').slice(0, 22);
}
