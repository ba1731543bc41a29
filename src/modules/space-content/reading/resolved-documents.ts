import { Injectable } from '@nestjs/common';
import { ContentStore, type LocatedPage, type Variables } from '#modules/content/index.js';
import { emptyDocument, type JSONDocument, withAnchors } from '#modules/documents/index.js';
import { documentScope, type DocumentScope } from '#modules/expressions/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { ContentContext } from '../content-context.js';
import type { IncludedRef } from './include-contents.js';
import { type IncludedContent, type Resolution, resolveDocument } from './resolve-document.js';

/** The place at which a document is read, which gives its expressions and inclusions their meaning. */
export interface DocumentPlace {
  organizationId: string;
  spaceId: string;
  /** Content of the space as it is read. */
  snapshot: string;
  /** Variables of the page the document is read on. */
  pageVariables?: Variables;
  /** The claims of the reader. */
  claims?: Record<string, unknown>;
  /** Content of another space, if whoever reads may read that; null if not. */
  otherSpace(spaceId: string): Promise<string | null>;
}

const NOTHING: JSONDocument = { ...emptyDocument(), nodes: [] };

/** A document as it is stored, and what it takes to resolve it, here or in a thread: see `resolveDocument`. */
export interface StoredDocument {
  /** A long one is its text. */
  stored: JSONDocument | string;
  scope: DocumentScope;
  included: (ref: IncludedRef) => Promise<IncludedContent<JSONDocument | string> | null>;
}

/**
 * Documents as they are read: conditions decided, expressions replaced by their values, reusable contents in their
 * place, and anchors to link to. The one place for this, for the API and for published pages alike.
 */
@Injectable()
export class ResolvedDocuments {
  constructor(
    private readonly content: ContentStore,
    private readonly spaces: Spaces,
  ) {}

  /**
   * A document as the API answers it, with anchors.
   * @param page whose text it is, if that of a page.
   * @param document null for a text that is empty.
   */
  async read(
    context: ContentContext,
    page: LocatedPage | null,
    document: JSONDocument | null,
    how: Resolution,
  ): Promise<JSONDocument> {
    return withAnchors(await this.forApi(context, page, document, how));
  }

  /** As `read`, without anchors: for texts that are written as Markdown. */
  forApi(
    context: ContentContext,
    page: LocatedPage | null,
    document: JSONDocument | null,
    how: Resolution,
  ): Promise<JSONDocument> {
    const { organizationId, actor } = context;
    const otherSpace = async (id: string): Promise<string | null> => {
      const visible = actor && (await this.spaces.findVisible(actor, organizationId, [id]));
      return visible?.get(id)?.space.snapshot ?? null;
    };
    const place = { ...context, pageVariables: page?.variables, claims: actor?.reader?.claims, otherSpace };
    // Readers of a site may not evaluate the parts that a condition hides from them, and cannot follow references to
    // included content.
    const resolution = actor?.reader ? { evaluated: true, dereferenced: true } : how;
    return this.resolve(place, document ?? emptyDocument(), resolution);
  }

  /** A document resolved, for whoever may read what `place` says. */
  async resolve(place: DocumentPlace, document: JSONDocument, how: Resolution): Promise<JSONDocument> {
    if (!how.evaluated && !how.dereferenced) return document;
    const scope = await this.scope(place);
    return resolveDocument(document, scope, how, (ref) =>
      this.included(place, ref, (hash) => this.content.readDocument(place.organizationId, hash)),
    );
  }

  /** A stored document for whoever resolves it, so that nothing long is parsed here. @throws DocumentNotFound */
  async stored(place: DocumentPlace, hash: string): Promise<StoredDocument> {
    const read = (one: string) => this.content.readStored(place.organizationId, one);
    return {
      stored: await read(hash),
      scope: await this.scope(place),
      included: (ref) => this.included(place, ref, read),
    };
  }

  private async included<Stored>(
    place: DocumentPlace,
    ref: IncludedRef,
    read: (hash: string) => Promise<Stored>,
  ): Promise<IncludedContent<Stored | JSONDocument> | null> {
    const { organizationId, spaceId } = place;
    const other = ref.space === undefined || ref.space === spaceId ? undefined : ref.space;
    const snapshot = other === undefined ? place.snapshot : await place.otherSpace(other);
    if (snapshot === null) return null;
    const found = await this.content.findReusableContent(organizationId, snapshot, ref.reusableContent);
    if (!found) return null;
    const { variables } = await this.content.readSettings(organizationId, snapshot);
    const document = found.document === null ? NOTHING : await read(found.document);
    return { document, variables, space: other };
  }

  private async scope({
    organizationId,
    snapshot,
    pageVariables,
    claims,
  }: DocumentPlace): Promise<DocumentScope> {
    const { variables } = await this.content.readSettings(organizationId, snapshot);
    return documentScope({ space: variables, page: pageVariables, claims });
  }
}
