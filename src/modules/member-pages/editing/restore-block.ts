import { Injectable } from '@nestjs/common';
import { ChangeRequestContent } from '#modules/change-requests/index.js';
import { ContentStore, type LocatedPage } from '#modules/content/index.js';
import { blocksText, documentsEqual, emptyDocument, type JSONDocument } from '#modules/documents/index.js';
import { type ContentContext, ContentContexts, revertBlocks } from '#modules/space-content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { keysOf } from '../review/change-groups.js';
import { shorten } from '../shorten.js';
import { ApplyChanges } from './apply-changes.js';

/** Letters of a block that tell it from others. */
const MOST_WORDS = 60;

/** An earlier version of a block of a page. */
export interface OldBlock {
  page: string;
  block: string;
  /** The revision that has the version. */
  revision: string;
}

/** The blocks at the top of a page in earlier content that can be put back. */
export interface OldBlocks {
  /** The beginning of their words, by key. */
  words: ReadonlyMap<string, string>;
  /** The reason why none can be put back; null where they can. */
  refusal: string | null;
}

type Content = Pick<ContentContext, 'organizationId' | 'snapshot'>;

/** Puts earlier versions of single blocks back into pages: at once, or in a change request where the space is locked. */
@Injectable()
export class RestoreBlock {
  constructor(
    private readonly spaces: Spaces,
    private readonly contexts: ContentContexts,
    private readonly store: ContentStore,
    private readonly drafts: ChangeRequestContent,
    private readonly changes: ApplyChanges,
  ) {}

  /** The blocks of a page in earlier content that can be put back into what is there now. */
  async list(now: Content, before: Content, page: string): Promise<OldBlocks> {
    const refusal = refusalOf(await this.locate(now, page));
    const old = refusal === null ? await this.read(before, await this.locate(before, page)) : null;
    const words = (old?.nodes ?? []).flatMap((node): [string, string][] =>
      node.key === undefined ? [] : [[node.key, shorten(blocksText([node]), MOST_WORDS)]],
    );
    return { words: new Map(words), refusal };
  }

  /**
   * Other blocks of the page stay as they are now, whoever changed them.
   * @returns the number of the change request that was opened; null where the block is there at once.
   * @throws NotFound, Forbidden below the role `edit`, BadRequest for a block that the revision lacks, Conflict where
   * the page is deleted or nothing would change.
   */
  async execute(actor: Actor, spaceId: string, { page, block, revision }: OldBlock): Promise<number | null> {
    await this.spaces.requireSpace(actor, spaceId, 'edit');
    const now = await this.contexts.current(actor, spaceId);
    await this.requireChange(now, await this.contexts.atRevision(actor, spaceId, revision), page, block);
    const { number } = await this.changes.execute(actor, { spaceId }, 'Restore a block of a page', [
      { operation: 'revert_page', page, revision, block: [block] },
    ]);
    return number === null ? null : Number(number);
  }

  /**
   * The same within a change request, from the main content that it is compared with.
   * @param place with `revision` empty for that content; otherwise a revision of the change request.
   * @throws as `execute`, and Conflict for a change request that is merged or archived.
   */
  async executeInRequest(
    actor: Actor,
    spaceId: string,
    number: string,
    { page, block, revision }: OldBlock,
  ): Promise<void> {
    await this.drafts.branch(actor, spaceId, number);
    const from = revision === '' ? {} : { revision };
    const { context, base } = await this.drafts.comparison(actor, spaceId, number, from.revision);
    await this.requireChange(context, { ...context, snapshot: base }, page, block);
    await this.changes.execute(actor, { spaceId, number }, '', [
      { operation: 'revert_page', page, block: [block], ...from },
    ]);
  }

  /** @throws BadRequest, Conflict when the block cannot be put back, or is there. */
  private async requireChange(now: Content, before: Content, page: string, block: string): Promise<void> {
    const located = await this.locate(now, page);
    const refusal = refusalOf(located);
    if (refusal !== null) throw new Conflict(refusal);
    const current = await this.read(now, located);
    const old = await this.read(before, await this.locate(before, page));
    if (!current || !old || !hasBlock(old, block))
      throw new BadRequest('The earlier version of the page has no such block; reload the page.');
    const { document, missing } = revertBlocks(current, old, [block]);
    if (missing.length > 0)
      throw new Conflict(
        'The block around it is not in the page any more; restore that one, or the whole page.',
      );
    if (documentsEqual(current, document))
      throw new Conflict('The page has this block as it was then, so nothing was changed.');
  }

  private async locate({ organizationId, snapshot }: Content, page: string): Promise<LocatedPage | null> {
    return (await this.store.locatePage(organizationId, snapshot, page))?.page ?? null;
  }

  private async read({ organizationId }: Content, page: LocatedPage | null): Promise<JSONDocument | null> {
    if (!page || refusalOf(page) !== null) return null;
    return page.document === null ? emptyDocument() : this.store.readDocument(organizationId, page.document);
  }
}

/** The reason why no block can be put back into a page as it is now; null where one can. */
function refusalOf(now: LocatedPage | null): string | null {
  if (!now) return 'The page is deleted now. Bring the page back first, then its blocks.';
  if (now.computed !== undefined || now.type !== 'document')
    return 'The text of this page is not written here, so no block of it can be put back.';
  return null;
}

function hasBlock(document: JSONDocument, key: string): boolean {
  return document.nodes.some((node) => keysOf(node).includes(key));
}
