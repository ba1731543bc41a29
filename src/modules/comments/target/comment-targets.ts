import { Injectable } from '@nestjs/common';
import { ContentStore } from '#modules/content/index.js';
import type { ContentContext } from '#modules/space-content/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { checkTarget, locateNode } from './comment-target.js';
import type { StoredTarget, TargetInput } from './comment-target.types.js';

/** Finds what comments are to be about in the content of their place. */
@Injectable()
export class CommentTargets {
  constructor(private readonly content: ContentStore) {}

  /**
   * @returns null for a comment on the content as a whole.
   * @throws BadRequest when the page, the node or the cell is not there.
   */
  async resolve(
    { organizationId, snapshot }: ContentContext,
    input: TargetInput,
  ): Promise<StoredTarget | null> {
    const pageId = checkTarget(input);
    if (pageId === undefined) return null;
    const found = await this.content.locatePage(organizationId, snapshot, pageId);
    if (!found) throw new BadRequest(`page: there is no page "${pageId}" in this content.`);
    const page = { id: pageId, title: found.page.title };
    if (input.node === undefined) return { page };
    const document =
      found.page.document && (await this.content.readDocument(organizationId, found.page.document));
    if (!document) throw new BadRequest('node: the page holds no text; leave "node" out.');
    return { page, ...locateNode(document, { ...input, node: input.node }) };
  }
}
