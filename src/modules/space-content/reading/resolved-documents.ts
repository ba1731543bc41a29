import { Injectable } from '@nestjs/common';
import { ContentStore, type LocatedPage, type Variables } from '#modules/content/index.js';
import { type ContentRef, emptyDocument, type JSONDocument, withAnchors } from '#modules/documents/index.js';
import { documentScope, type EvaluationMode, evaluateDocument } from '#modules/expressions/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { ContentContext } from '../content-context.js';
import { includeContents, inOtherSpace } from './include-contents.js';

/** Where a document is read: what its expressions and inclusions mean there. */
export interface DocumentPlace {
  organizationId: string;
  spaceId: string;
  /** Content of the space as it is read. */
  snapshot: string;
  /** Variables of the page the document is read on. */
  pageVariables?: Variables;
  /** What is known of who reads. */
  claims?: Record<string, unknown>;
  /** Content of another space, if whoever reads may read that; null if not. */
  otherSpace(spaceId: string): Promise<string | null>;
}

/** How much of a document is resolved. */
export interface Resolution {
  /** Whether expressions and conditions are evaluated; false when absent. */
  evaluated?: boolean | 'deterministic-only';
  /** Whether reusable contents are put in their place; false when absent. */
  dereferenced?: boolean | 'reusable-contents';
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
    // What a condition hides from a reader of a site is not theirs to evaluate, and references to what is included lead them nowhere.
    const resolution = actor?.reader ? { evaluated: true, dereferenced: true } : how;
    return this.resolve(place, document ?? emptyDocument(), resolution);
  }

  /** A document resolved, for whoever may read what `place` says. */
  async resolve(place: DocumentPlace, document: JSONDocument, how: Resolution): Promise<JSONDocument> {
    // Evaluated first, each content with the variables of its own space: what a condition hides is not even loaded.
    const evaluated = await this.evaluate(place, place.snapshot, document, how);
    if (!how.dereferenced) return evaluated;
    return includeContents(evaluated, (ref) => this.loadIncluded(place, ref, how));
  }

  private async loadIncluded(
    place: DocumentPlace,
    ref: Extract<ContentRef, { kind: 'reusable-content' }>,
    how: Resolution,
  ): Promise<JSONDocument | null> {
    const { organizationId, spaceId } = place;
    const other = ref.space === undefined || ref.space === spaceId ? null : ref.space;
    const snapshot = other === null ? place.snapshot : await place.otherSpace(other);
    if (snapshot === null) return null;
    const found = await this.content.findReusableContent(organizationId, snapshot, ref.reusableContent);
    if (!found) return null;
    if (found.document === null) return { ...emptyDocument(), nodes: [] };
    const stored = await this.content.readDocument(organizationId, found.document);
    const evaluated = await this.evaluate(place, snapshot, stored, how);
    return other === null ? evaluated : inOtherSpace(evaluated, other);
  }

  private async evaluate(
    { organizationId, pageVariables, claims }: DocumentPlace,
    snapshot: string,
    document: JSONDocument,
    { evaluated = false }: Resolution,
  ): Promise<JSONDocument> {
    if (evaluated === false) return document;
    const { variables } = await this.content.readSettings(organizationId, snapshot);
    const mode: EvaluationMode = evaluated;
    return evaluateDocument(document, documentScope({ space: variables, page: pageVariables, claims }), mode);
  }
}
