import { Injectable } from '@nestjs/common';
import type { LocatedPage } from '#modules/content/index.js';
import {
  alignKeysAsync,
  type JSONDocument,
  parseMarkdownAsync,
  requireDocumentAsync,
} from '#modules/documents/index.js';
import type { ContentContext } from '../content-context.js';
import { PageText } from '../reading/page-text.js';
import { BatchNames } from './batch-names.js';
import { BatchPaths } from './batch-paths.js';
import { ChangeText } from './change-text.js';

/** The text of a page, or a reusable content, as Markdown without front matter and title, read and written without saving it. */
@Injectable()
export class BodyMarkdown {
  constructor(
    private readonly text: ChangeText,
    private readonly pages: PageText,
  ) {}

  /**
   * Reads Markdown as a change of the page reads it: relative links are pages of the space.
   * @param page of the text; null for a reusable content.
   * @param before the document that the Markdown comes from, whose keys its blocks keep.
   * @throws TextTooLarge, BadRequest for an invalid document, Busy.
   */
  async read(
    context: ContentContext,
    page: LocatedPage | null,
    markdown: string,
    before?: object,
  ): Promise<JSONDocument> {
    const previous = before && (await requireDocumentAsync(before, 'document'));
    return alignKeysAsync(previous, await this.parse(context, page, markdown));
  }

  /**
   * Writes a document as Markdown, with what this Markdown says when it is read: it lacks what Markdown cannot hold.
   * @throws BadRequest for an invalid document, or one that takes too long; Busy.
   */
  async write(
    context: ContentContext,
    page: LocatedPage | null,
    document: object,
  ): Promise<{ markdown: string; document: JSONDocument }> {
    const valid = await requireDocumentAsync(document, 'document');
    const markdown = await this.pages.editable(context, page, valid);
    return { markdown, document: await alignKeysAsync(valid, await this.parse(context, page, markdown)) };
  }

  private async parse(
    { organizationId, snapshot, actor }: ContentContext,
    page: LocatedPage | null,
    markdown: string,
  ): Promise<JSONDocument> {
    // Readers of a site would learn the paths of pages that they may not see.
    if (actor?.reader) return (await parseMarkdownAsync(markdown)).document;
    const names = new BatchNames();
    return this.text.readBody(markdown, {
      ...{ organizationId, snapshot, names, isOneOfMany: false, at: 'markdown' },
      // Reusable contents stand in no folder.
      parentPath: async () => (page?.path ?? '').split('/').slice(0, -1).join('/'),
      inserted: {
        files: [],
        paths: new BatchPaths({ changes: [], ids: new Map(), names }, async () => null),
      },
    });
  }
}
