import { Injectable } from '@nestjs/common';
import { ChangeRequestContent } from '#modules/change-requests/index.js';
import { ContentStore } from '#modules/content/index.js';
import { parseMarkdownAsync } from '#modules/documents/index.js';
import type { ContentChangesBody } from '#modules/space-content/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { replaceBlock } from './suggestions.js';

/** A block of a page in a change request. */
export interface BlockPlace {
  spaceId: string;
  /** Id of the change request, or its number. */
  changeRequest: string;
  page: string;
  block: string;
}

/** Writes other text in place of one block of a change request. */
@Injectable()
export class BlockWriter {
  constructor(
    private readonly content: ChangeRequestContent,
    private readonly store: ContentStore,
  ) {}

  /**
   * Writes it as a revision of the actor, made on the revision that was read: others' blocks stay as they are.
   * @throws NotFound, Forbidden below the role `edit`, BadRequest for an empty text, Conflict when the block is gone or
   * changed meanwhile.
   */
  async write(
    actor: Actor,
    { spaceId, changeRequest, page, block }: BlockPlace,
    markdown: string,
  ): Promise<void> {
    const { document: written } = await parseMarkdownAsync(markdown);
    if (markdown.trim() === '' || written.nodes.length === 0)
      throw new BadRequest('The text must not be empty; delete the block in the editor instead.');
    const context = await this.content.context(actor, spaceId, changeRequest);
    const located = await this.store.locatePage(context.organizationId, context.snapshot, page);
    const hash = located?.page.document ?? null;
    const document = hash === null ? null : await this.store.readDocument(context.organizationId, hash);
    const replaced = document && replaceBlock(document, block, written.nodes);
    if (!replaced) throw new Conflict('The block is not in the change request any more.');
    const body = {
      revision: context.revisionId,
      changes: [{ operation: 'update_page', page, document: { document: replaced } }],
    };
    await this.content.change(actor, spaceId, changeRequest, body as unknown as ContentChangesBody);
  }
}
