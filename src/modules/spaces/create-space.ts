import { Injectable } from '@nestjs/common';
import { Collections, Placement } from '#modules/collections/index.js';
import { ContentStore, ProjectionService, RevisionService } from '#modules/content/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import type { RevisionPointer, SpaceView } from './space.types.js';
import type { EditMode } from './space.values.js';
import { SpacesRepository } from './spaces.repository.js';
import { Spaces } from './spaces.service.js';

export interface NewSpace {
  /** "Untitled" when absent. */
  title?: string;
  emoji?: string;
  /** Id of the collection to put it in; the root when absent. */
  parent?: string;
  language?: string;
  /** `locked` when absent: changes go through change requests. */
  editMode?: EditMode;
  /** True makes no first page. */
  empty?: boolean;
  template?: unknown;
  computedSource?: unknown;
}

/** Makes a space, with one empty page titled like the space so that there is something to write on. */
@Injectable()
export class CreateSpace {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly repository: SpacesRepository,
    private readonly collections: Collections,
    private readonly placement: Placement,
    private readonly content: ContentStore,
    private readonly revisions: RevisionService,
    private readonly projection: ProjectionService,
  ) {}

  /**
   * @throws NotFound for an organization or parent that the actor does not see, Forbidden without the role `create` there,
   * BadRequest for content from templates or computed sources, which there are none of.
   */
  async execute(actor: Actor, organizationId: string, input: NewSpace): Promise<SpaceView> {
    refuseSources(input);
    const parentId = input.parent ?? null;
    const title = input.title ?? 'Untitled';
    await this.collections.requireParent(actor, organizationId, parentId);
    return this.db.transaction(async () => {
      const now = this.clock.now();
      const id = newId(now.getTime());
      const revision = await this.firstRevision(organizationId, id, actor.userId, input.empty ? null : title);
      await this.placement.lock(organizationId);
      // Looked at again: the parent may have gone while this waited.
      await this.collections.requireParent(actor, organizationId, parentId);
      await this.repository.insert({
        ...{ organizationId, id, parentId, title },
        position: await this.placement.atEnd(organizationId, parentId),
        emoji: input.emoji ?? '',
        icon: null,
        editMode: input.editMode ?? 'locked',
        defaultLevel: 'inherit',
        language: input.language ?? null,
        mergeRules: { type: 'inherit' },
        revisionId: revision.id,
        snapshot: revision.snapshot,
        ...NOTHING_YET,
        ...{ createdAt: now, updatedAt: now, deletedAt: null },
      });
      await this.events.publish('space.created', { organizationId, spaceId: id, actorId: actor.userId });
      return this.spaces.require(actor, id, 'view');
    });
  }

  private async firstRevision(
    organizationId: string,
    spaceId: string,
    author: string,
    pageTitle: string | null,
  ): Promise<RevisionPointer> {
    const initial = await this.revisions.createInitialRevision(organizationId, { spaceId, author });
    if (pageTitle === null) return this.project(organizationId, spaceId, initial);
    const page = { type: 'document' as const, title: pageTitle === '' ? 'Untitled' : pageTitle };
    const now = this.clock.now();
    const { snapshot } = await this.content.applyEdits(
      organizationId,
      initial.snapshot,
      [{ type: 'insertPage', page }],
      { now },
    );
    const parents = [initial.id];
    const revision = await this.revisions.commit(organizationId, {
      ...{ spaceId, type: 'edits', parents, snapshot, author },
    });
    return this.project(organizationId, spaceId, revision);
  }

  private async project(
    organizationId: string,
    spaceId: string,
    revision: RevisionPointer,
  ): Promise<RevisionPointer> {
    await this.projection.rebuild(organizationId, spaceId, revision.snapshot);
    return revision;
  }
}

/** What a new space has none of. */
export const NOTHING_YET = {
  publishedVisibility: null,
  publishedUrl: null,
  commentsOpen: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
};

function refuseSources({ template, computedSource }: NewSpace): void {
  if (template !== undefined) throw new BadRequest('template: there is no such template.');
  if (computedSource !== undefined) {
    throw new BadRequest('computedSource: nothing here computes content from this source.');
  }
}
