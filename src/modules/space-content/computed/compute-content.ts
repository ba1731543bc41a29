import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ContentStore, type Json, type PageNode } from '#modules/content/index.js';
import type { JSONDocument } from '#modules/documents/index.js';
import { OpenApiContent } from '#modules/openapi/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import type { ContentContext } from '../content-context.js';
import { ContentContexts } from '../content-contexts.js';
import { ContentUrls } from '../content-urls.js';
import { DocumentIds } from '../reading/document-ids.js';
import { presentPage } from '../reading/page.presenter.js';
import type { ComputeBody, ComputedRevisionResource } from './computed-content.dto.js';

/** Shows what a source would give, without storing any of it. */
@Injectable()
export class ComputeContent {
  constructor(
    private readonly contexts: ContentContexts,
    private readonly content: ContentStore,
    private readonly openApi: OpenApiContent,
    private readonly clock: Clock,
    private readonly urls: ContentUrls,
    private readonly documentIds: DocumentIds,
  ) {}

  /** @throws NotFound for the space, BadRequest for another type of source or a specification one does not see. */
  async document(actor: Actor, spaceId: string, { source }: ComputeBody): Promise<JSONDocument> {
    const { organizationId } = await this.contexts.current(actor, spaceId);
    return this.openApi.document(actor, organizationId, source, 'source');
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
    { organizationId, snapshot }: ContentContext,
    { source: given, seed }: ComputeBody,
  ): Promise<PageNode[]> {
    const { source, title, content } = await this.openApi.plan(actor, organizationId, given, 'source');
    const id = createHash('sha256').update(seed).digest('hex').slice(0, 20);
    const page = { id, type: 'document' as const, title, computed: source as unknown as Json };
    const draft = this.content.draft(organizationId);
    const edit = { type: 'insertPage' as const, page, computed: content };
    const made = await draft.applyEdits(snapshot, [edit], this.clock.now());
    const tree = await draft.readTree(made.snapshot);
    return tree.filter((node) => node.id === id);
  }
}
