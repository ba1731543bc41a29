import { Injectable } from '@nestjs/common';
import { type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { type Revision, RevisionService } from '#modules/content/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { type ContentContext, contextOf } from './content-context.js';
import { ContentReads } from './content-reads.js';
import type { ChangesQuery, SemanticChangesResource } from './content.dto.js';
import { RevisionReads } from './revision-reads.js';

/** Finds the content that a request asks for and decides whether its actor may see it. */
@Injectable()
export class ContentContexts {
  constructor(
    private readonly spaces: Spaces,
    private readonly revisions: RevisionReads,
    private readonly revisionService: RevisionService,
    private readonly reads: ContentReads,
  ) {}

  /** The current content of a space. @throws NotFound */
  async current(actor: Actor, spaceId: string): Promise<ContentContext> {
    const { space } = await this.spaces.require(actor, spaceId, 'view');
    const { organizationId, revisionId, snapshot } = space;
    return { organizationId, spaceId, revisionId, snapshot, isCurrent: true };
  }

  /** The content at a revision of the space. @throws NotFound */
  async at(actor: Actor, spaceId: string, revisionId: string): Promise<ContentContext> {
    const { space } = await this.spaces.require(actor, spaceId, 'view');
    return contextOf(
      space.organizationId,
      await this.revisions.getIn(space.organizationId, spaceId, revisionId),
    );
  }

  /** What a revision changed, compared with the one it was made on. @throws NotFound */
  async changesOf(
    actor: Actor,
    spaceId: string,
    revisionId: string,
    query: ChangesQuery,
  ): Promise<SemanticChangesResource> {
    const { space } = await this.spaces.require(actor, spaceId, 'view');
    const revision = await this.revisions.getIn(space.organizationId, spaceId, revisionId);
    const before = await this.revisions.before(space.organizationId, revision);
    const context = contextOf(space.organizationId, revision);
    return this.reads.changes(context, before.snapshot, query, revision.mergedFrom);
  }

  /** The revisions of the space itself, newest first; those of its change requests are theirs. @throws NotFound */
  async list(actor: Actor, spaceId: string, page: PageRequest): Promise<Page<Revision>> {
    const { space } = await this.spaces.require(actor, spaceId, 'view');
    return this.revisionService.listRevisions(space.organizationId, { spaceId }, page);
  }
}
