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
  /** Snapshot of the space from which the document is read. */
  snapshot: string;
  /** Variables of the page on which the document is read. */
  pageVariables?: Variables;
  /** The claims of the reader. */
  claims?: Record<string, unknown>;
  /** Snapshot of another space; null if the reader may not read it. */
  otherSpace(spaceId: string): Promise<string | null>;
}

const NOTHING: JSONDocument = { ...emptyDocument(), nodes: [] };

/** A stored document, with all that its resolution needs, here or in a thread: see `resolveDocument`. */
export interface StoredDocument {
  /** A long document is its text. */
  stored: JSONDocument | string;
  scope: DocumentScope;
  included: (ref: IncludedRef) => Promise<IncludedContent<JSONDocument | string> | null>;
}

/**
 * Resolved documents, with their conditions decided, expressions and inclusions replaced, and anchors added. It is
 * the one place for this, for the API and for published pages alike.
 */
@Injectable()
export class ResolvedDocuments {
  constructor(
    private readonly content: ContentStore,
    private readonly spaces: Spaces,
  ) {}

  /**
   * A document as the API answers it, with anchors.
   * @param page of the text; null for other texts.
   * @param document null for an empty text.
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

  /** A resolved document, for a reader who may read all that `place` names. */
  async resolve(place: DocumentPlace, document: JSONDocument, how: Resolution): Promise<JSONDocument> {
    if (!how.evaluated && !how.dereferenced) return document;
    const scope = await this.scope(place);
    return resolveDocument(document, scope, how, (ref) =>
      this.included(place, ref, (hash) => this.content.readDocument(place.organizationId, hash)),
    );
  }

  /** A stored document for another resolver, so that no long document is parsed here. @throws DocumentNotFound */
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
