import { Injectable } from '@nestjs/common';
import { type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor, SiteReader } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { type Revision, Revisions } from '#modules/content/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { type ContentContext, contextOf } from './content-context.js';
import { ContentReads } from './reading/content-reads.js';
import type {
  CompareQuery,
  RevisionChangesQuery,
  SemanticChangesResource,
} from './differences/changes.dto.js';
import { RevisionReads } from './revision-reads.js';

/** Finds the requested content and decides if the actor may see it. */
@Injectable()
export class ContentContexts {
  constructor(
    private readonly spaces: Spaces,
    private readonly revisions: RevisionReads,
    private readonly revisionService: Revisions,
    private readonly reads: ContentReads,
  ) {}

  /** The current content of a space. @throws NotFound */
  async current(actor: Actor, spaceId: string): Promise<ContentContext> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const { organizationId, revisionId, snapshot } = space;
    return { organizationId, spaceId, revisionId, snapshot, isCurrent: true, actor };
  }

  /** The content at a revision of the space. @throws NotFound */
  async atRevision(actor: Actor, spaceId: string, revisionId: string): Promise<ContentContext> {
    const { space, revision } = await this.requireContent(actor, spaceId, revisionId);
    const isCurrent = revisionId === space.revisionId;
    return { ...contextOf(space.organizationId, revision), isCurrent, actor };
  }

  /**
   * A revision, and the one to compare it with: by default the one from which it was made.
   * @throws NotFound, also for a revision of another space.
   */
  async comparison(
    actor: Actor,
    spaceId: string,
    revisionId: string,
    { from }: CompareQuery,
  ): Promise<{ revision: Revision; before: Revision; context: ContentContext }> {
    const { space, revision } = await this.requireContent(actor, spaceId, revisionId);
    const { organizationId } = space;
    const before =
      from === undefined
        ? await this.revisions.before(organizationId, revision)
        : (await this.requireContent(actor, spaceId, from)).revision;
    return { revision, before, context: contextOf(organizationId, revision) };
  }

  /** The changes that a revision made. @throws as `comparison`. */
  async changesOf(
    actor: Actor,
    spaceId: string,
    revisionId: string,
    query: RevisionChangesQuery,
  ): Promise<SemanticChangesResource> {
    const { revision, before, context } = await this.comparison(actor, spaceId, revisionId, query);
    // Readers of a site do not see earlier content, unless they were let in to look at changes.
    const { organizationId } = context;
    const isOpen =
      !actor.reader ||
      isPreview(actor.reader, revision) ||
      (await this.isOpenTo(actor.reader, organizationId, spaceId));
    if (!isOpen) throw new NotFound('revision');
    const mergedFrom = query.from === undefined && !actor.reader ? revision.mergedFrom : null;
    return this.reads.changes(context, before.snapshot, query, mergedFrom);
  }

  /** The revisions of the main content, newest first, without those of change requests. @throws NotFound */
  async list(actor: Actor, spaceId: string, page: PageRequest): Promise<Page<Revision>> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    return this.revisionService.listRevisions(space.organizationId, { spaceId }, page);
  }

  private async requireContent(
    actor: Actor,
    spaceId: string,
    revisionId: string,
  ): Promise<{ space: SpaceRecord; revision: Revision }> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const revision = await this.revisions.getIn(space.organizationId, spaceId, revisionId);
    if (actor.reader && !(await this.isReadable(actor.reader, space, revision)))
      throw new NotFound('revision');
    return { space, revision };
  }

  /**
   * Readers of a site read the current content of a space. Renderers ask in several steps, so earlier content of the
   * main branch stays readable for a day; drafts and history do not.
   */
  private async isReadable(reader: SiteReader, space: SpaceRecord, revision: Revision): Promise<boolean> {
    if (revision.id === space.revisionId || isPreview(reader, revision)) return true;
    const wasShown =
      revision.changeRequestId === null &&
      (await this.revisionService.wasCurrentSince(space.organizationId, revision, reader.since));
    return wasShown || this.isOpenTo(reader, space.organizationId, space.id);
  }

  /** True if the reader is a member who sees the space with all its drafts and history. */
  private async isOpenTo(
    { member, preview }: SiteReader,
    organizationId: string,
    spaceId: string,
  ): Promise<boolean> {
    return member !== undefined && !preview && this.spaces.isVisible(member, { organizationId, spaceId });
  }
}

/** True if the reader was let in to look at this revision, or at the change request to which it belongs. */
function isPreview({ preview }: SiteReader, revision: Revision): boolean {
  if (preview?.spaceId !== revision.spaceId) return false;
  const { changeRequestId } = revision;
  const isOfRequest = changeRequestId !== null && changeRequestId === preview.changeRequestId;
  return isOfRequest || preview.revisionId === revision.id;
}
