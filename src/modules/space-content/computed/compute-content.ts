import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ComputedSources, ContentStore, type PageNode } from '#modules/content/index.js';
import type { JSONDocument } from '#modules/documents/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import type { ContentContext } from '../content-context.js';
import { ContentContexts } from '../content-contexts.js';
import { ContentUrls } from '../content-urls.js';
import { DocumentIds } from '../reading/document-ids.js';
import { presentPage } from '../reading/page.presenter.js';
import type { ComputeBody, ComputedRevisionResource } from './computed-content.dto.js';

/** Shows the content that a source would give, without storing any of it. */
@Injectable()
export class ComputeContent {
  constructor(
    private readonly contexts: ContentContexts,
    private readonly content: ContentStore,
    private readonly sources: ComputedSources,
    private readonly clock: Clock,
    private readonly urls: ContentUrls,
    private readonly documentIds: DocumentIds,
  ) {}

  /**
   * @throws NotFound for the space, BadRequest for a source that is not computed here, or that names an object which
   * the actor does not see.
   */
  async document(actor: Actor, spaceId: string, { source }: ComputeBody): Promise<JSONDocument> {
    const { organizationId } = await this.contexts.current(actor, spaceId);
    return this.sources.document(actor, { organizationId, spaceId }, source, 'source');
  }

  /** The pages that a computed page of this source would show. @throws as `document`. */
  async revision(actor: Actor, spaceId: string, body: ComputeBody): Promise<ComputedRevisionResource> {
    const context = await this.contexts.current(actor, spaceId);
    const pages = await this.compute(actor, context, body);
    const { urls, documentIds } = this;
    return {
      pages: pages.map((page) => presentPage(page, { context, urls, documentIds, withGit: false })),
      files: [],
      reusableContents: [],
    };
  }

  private async compute(
    actor: Actor,
    { organizationId, spaceId, snapshot }: ContentContext,
    { source: given, seed }: ComputeBody,
  ): Promise<PageNode[]> {
    const id = createHash('sha256').update(seed).digest('hex').slice(0, 20);
    const place = { organizationId, spaceId, page: id };
    const { source, title, content } = await this.sources.plan(actor, place, given, 'source');
    const page = { id, type: 'document' as const, title, computed: source };
    const draft = this.content.draft(organizationId);
    const edit = { type: 'insertPage' as const, page, computed: content };
    const made = await draft.applyEdits(snapshot, [edit], this.clock.now());
    const tree = await draft.readTree(made.snapshot);
    return tree.filter((node) => node.id === id);
  }
}
