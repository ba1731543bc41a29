import { Injectable } from '@nestjs/common';
import { type ContentEdit, ContentStore, type NewPage, type PageNode } from '#modules/content/index.js';
import { type ContentRef, type JSONDocument, mapReferences } from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';

/** More would be one revision that nobody can look through. */
const MAX_DUPLICATED = 500;
const MAX_TITLE = 300;

export interface PageDuplicate {
  organizationId: string;
  /** The content that has the original. */
  snapshot: string;
  page: string;
  /** Id of the copy. */
  id: string;
  title?: string | undefined;
  withSubpages: boolean;
  /** Path of the change in the request, for error messages. */
  at: string;
}

/** Copies a page, right after the original. */
@Injectable()
export class DuplicatePage {
  constructor(private readonly content: ContentStore) {}

  /**
   * The edits that insert the copy and, if asked for, copies of the subpages. Links between copied pages lead to the copies. Blocks
   * keep their keys, which are unique within a page only, so a copy shares the stored text of its original until somebody edits it.
   * @throws BadRequest naming the field.
   */
  async plan(duplicate: PageDuplicate): Promise<ContentEdit[]> {
    const { organizationId, snapshot, page, id, withSubpages, at } = duplicate;
    const found = await this.content.locatePage(organizationId, snapshot, page);
    if (!found) throw new BadRequest(`${at}.page: there is no page ${page}.`);
    const pages = withSubpages ? await this.content.readSubpages(organizationId, found.page) : [];
    const original: PageNode = { ...found.page, pages };
    const copies = new Map([[original.id, id]]);
    for (const node of below(original)) {
      if (node.computed !== undefined || node.generated !== undefined)
        throw new BadRequest(
          `${at}.page: the text of the page ${node.id} is computed; insert a page with the same source.`,
        );
      if (node !== original) copies.set(node.id, newId());
    }
    if (copies.size > MAX_DUPLICATED)
      throw new BadRequest(
        `${at}.page: the page has more than ${MAX_DUPLICATED} subpages; duplicate parts of it.`,
      );
    const edits = await this.insert(duplicate, original, found.page.parent, copies);
    const [first] = edits;
    if (first?.type === 'insertPage') {
      first.at = await this.placeAfter(duplicate, found.page.parent);
      first.page.title = duplicate.title ?? `${original.title.slice(0, MAX_TITLE - 7)} (copy)`;
      delete first.page.slug;
      delete first.page.titleMarkdown;
    }
    return edits;
  }

  private async insert(
    duplicate: PageDuplicate,
    node: PageNode,
    into: string | null,
    copies: ReadonlyMap<string, string>,
  ): Promise<ContentEdit[]> {
    const { organizationId } = duplicate;
    const copied = (ref: ContentRef): ContentRef => copiedRef(ref, copies);
    const document =
      node.document === null ? null : await this.content.readDocument(organizationId, node.document);
    const text: JSONDocument | null = document && mapReferences(document, copied);
    if (text) await this.content.prepareDocument(organizationId, null, text);
    const page = fieldsOf(node, copies.get(node.id)!);
    if (page.target) page.target = copied(page.target);
    const edits: ContentEdit[] = [{ type: 'insertPage', into, page, document: text }];
    for (const child of node.pages) edits.push(...(await this.insert(duplicate, child, page.id!, copies)));
    return edits;
  }

  private async placeAfter(
    { organizationId, snapshot, page }: PageDuplicate,
    parent: string | null,
  ): Promise<number> {
    const siblings = await this.content.readTree(organizationId, snapshot, {
      depth: 1,
      ...(parent === null ? {} : { page: parent }),
    });
    return siblings.findIndex(({ id }) => id === page) + 1;
  }
}

function* below(node: PageNode): Generator<PageNode> {
  yield node;
  for (const child of node.pages) yield* below(child);
}

/** The fields of a copy: all but its file in Git, which is that of the original. */
function fieldsOf(node: PageNode, id: string): NewPage {
  const {
    hash: _h,
    path: _p,
    parent: _o,
    pages: _s,
    document: _d,
    git: _g,
    createdAt: _c,
    updatedAt: _u,
    ...fields
  } = node;
  return { ...fields, id };
}

function copiedRef(ref: ContentRef, copies: ReadonlyMap<string, string>): ContentRef {
  if ((ref.kind !== 'page' && ref.kind !== 'anchor') || ref.page === undefined || ref.space !== undefined)
    return ref;
  const copy = copies.get(ref.page);
  return copy === undefined ? ref : { ...ref, page: copy };
}
