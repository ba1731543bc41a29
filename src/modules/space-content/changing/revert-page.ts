import { Injectable } from '@nestjs/common';
import {
  type ContentEdit,
  ContentStore,
  type LocatedPage,
  type PageChanges,
  type PageNode,
} from '#modules/content/index.js';
import { emptyDocument, type JSONDocument } from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { revertBlocks } from './revert-blocks.js';

const FIELDS = [
  'title',
  'slug',
  'linkTitle',
  'emoji',
  'icon',
  'description',
  'layout',
  'cover',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'variables',
  'tags',
  'target',
  'computed',
  'computedSeed',
  'generated',
  'frontMatter',
] as const satisfies (keyof PageChanges)[];

export interface PageRevert {
  organizationId: string;
  page: string;
  /** The current content. */
  from: string;
  /** The content to which the page is reverted. */
  to: string;
  /** Keys of the blocks to revert; without keys, all blocks and the fields are reverted. */
  blocks?: readonly string[];
  /** Path of the change in the request, for error messages. */
  at: string;
}

/** Reverts a page to another revision. Its place in the tree stays, unless the page was deleted since. */
@Injectable()
export class RevertPage {
  constructor(private readonly content: ContentStore) {}

  /**
   * The edits of the revert; `restores` is true if they restore a deleted page.
   * @throws BadRequest naming the field.
   */
  async plan(revert: PageRevert): Promise<{ edits: ContentEdit[]; restores: boolean }> {
    const { organizationId, page, at } = revert;
    const now = await this.content.locatePage(organizationId, revert.from, page);
    const before = await this.content.locatePage(organizationId, revert.to, page);
    if (!before && !now) throw new BadRequest(`${at}.page: there is no page ${page}.`);
    if (!before) throw new BadRequest(`${at}.page: the page ${page} is not in the revision to go back to.`);
    if (!now) {
      if (revert.blocks)
        throw new BadRequest(`${at}.block: the page ${page} is deleted; revert it as a whole.`);
      return { edits: await this.restore(revert, before.page), restores: true };
    }
    if (now.page.computed !== undefined || before.page.computed !== undefined) {
      return { edits: [this.fieldsOfComputed(revert, now.page, before.page)], restores: false };
    }
    const document = revert.blocks
      ? await this.withBlocks(revert, now.page, before.page, revert.blocks)
      : await this.read(organizationId, before.page.document);
    const fields = revert.blocks ? undefined : fieldsOf(before.page);
    return { edits: [{ type: 'updatePage', page, fields, document }], restores: false };
  }

  /** Reverts the fields of a computed page; its source and its computed content stay. */
  private fieldsOfComputed(
    { page, blocks, at }: PageRevert,
    now: LocatedPage,
    before: LocatedPage,
  ): ContentEdit {
    if (blocks) throw new BadRequest(`${at}.block: the text of the page ${page} is computed.`);
    const { computed: _source, computedSeed: _seed, ...fields } = fieldsOf(before);
    if (now.computed === undefined || before.computed === undefined) {
      throw new BadRequest(
        `${at}.page: the page ${page} is computed in one of the revisions and written in the other.`,
      );
    }
    return { type: 'updatePage', page, fields };
  }

  private async withBlocks(
    { organizationId, at }: PageRevert,
    now: LocatedPage,
    before: LocatedPage,
    blocks: readonly string[],
  ): Promise<JSONDocument> {
    const current = (await this.read(organizationId, now.document)) ?? emptyDocument();
    const old = (await this.read(organizationId, before.document)) ?? emptyDocument();
    const { document, missing } = revertBlocks(current, old, blocks);
    if (missing.length > 0) throw new BadRequest(`${at}.block: there is no place for ${missing.join(', ')}.`);
    return document;
  }

  /** Inserts the page and its former subpages, below the old parent or, when that is deleted, at the top. */
  private async restore(revert: PageRevert, before: LocatedPage): Promise<ContentEdit[]> {
    const { organizationId, from, to } = revert;
    const subpages = await this.content.readTree(organizationId, to, { page: before.id });
    const parent = before.parent && (await this.content.locatePage(organizationId, from, before.parent));
    const edits: ContentEdit[] = [];
    await this.insert(revert, { ...before, pages: subpages }, parent ? parent.page.id : null, edits);
    return edits;
  }

  private async insert(
    revert: PageRevert,
    node: PageNode,
    into: string | null,
    edits: ContentEdit[],
  ): Promise<void> {
    // A subpage that was moved away before its parent was deleted still exists.
    if (
      node.id !== revert.page &&
      (await this.content.locatePage(revert.organizationId, revert.from, node.id))
    )
      return;
    const document = await this.read(revert.organizationId, node.document);
    const { type, title, git } = node;
    const fields = Object.fromEntries(FIELDS.map((name) => [name, node[name]]));
    edits.push({ type: 'insertPage', into, page: { ...fields, id: node.id, type, title, git }, document });
    for (const child of node.pages) await this.insert(revert, child, node.id, edits);
  }

  private read(organizationId: string, hash: string | null): Promise<JSONDocument | null> {
    return hash === null ? Promise.resolve(null) : this.content.readDocument(organizationId, hash);
  }
}

function fieldsOf(page: LocatedPage): PageChanges {
  return Object.fromEntries(FIELDS.map((name) => [name, page[name] ?? null])) as PageChanges;
}
