import { Injectable } from '@nestjs/common';
import {
  ChangeRequestDiscussion,
  ChangeRequests,
  contextOfChangeRequest,
  type FoundChangeRequest,
} from '#modules/change-requests/index.js';
import type { ContentContext } from '#modules/space-content/index.js';
import { Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { PlaceKey, PlaceRef, Viewer } from './comment.types.js';

/** A place of comments for a user who may see it: the main content of a space, or a change request. */
export interface CommentPlace extends PlaceRef, Viewer {
  /** Content that the comments refer to. */
  context: ContentContext;
}

/** Finds places, and tells them what their comments come to. Everything else about comments is the same in both kinds. */
@Injectable()
export class CommentPlaces {
  constructor(
    private readonly spaces: Spaces,
    private readonly changeRequests: ChangeRequests,
    private readonly discussion: ChangeRequestDiscussion,
  ) {}

  /**
   * @param action what the actor wants to do there at least.
   * @throws NotFound when the space or the change request is unknown or not visible, Forbidden when the role is too low.
   */
  async open(
    actor: Actor,
    { spaceId, changeRequestId }: PlaceKey,
    action: 'view' | 'comment' = 'view',
  ): Promise<CommentPlace> {
    if (changeRequestId === undefined)
      return placeOfSpace(actor, await this.spaces.requireSpace(actor, spaceId, action));
    const found = await this.changeRequests.requireChangeRequest(actor, spaceId, changeRequestId, action);
    return placeOfRequest(actor, found);
  }

  /** The number of open comments grew or shrank. */
  async countOpen(place: PlaceRef, delta: number): Promise<void> {
    const { organizationId, spaceId, changeRequestId } = place;
    if (changeRequestId === null) await this.spaces.countComments(organizationId, spaceId, delta);
    else await this.discussion.countComments({ organizationId, id: changeRequestId }, delta);
  }

  /** Somebody wrote one more comment or reply. */
  async addContribution({ organizationId, changeRequestId }: PlaceRef, userId: string): Promise<void> {
    if (changeRequestId === null) return;
    await this.discussion.addContribution({ organizationId, id: changeRequestId }, userId);
  }

  /** Comments and replies were deleted: their number by author. */
  async removeContributions(
    { organizationId, changeRequestId }: PlaceRef,
    counts: ReadonlyMap<string, number>,
  ): Promise<void> {
    if (changeRequestId === null) return;
    await this.discussion.removeContributions({ organizationId, id: changeRequestId }, counts);
  }

  /** Ids of those whom every comment in the place concerns. */
  async participants({ organizationId, changeRequestId }: PlaceRef): Promise<string[]> {
    return changeRequestId === null
      ? []
      : this.discussion.participants({ organizationId, id: changeRequestId });
  }
}

export function placeOfRequest(actor: Actor, { changeRequest, view }: FoundChangeRequest): CommentPlace {
  const { organizationId, spaceId, id } = changeRequest;
  const context = contextOfChangeRequest(changeRequest);
  return { organizationId, spaceId, changeRequestId: id, context, ...viewerOf(actor, view) };
}

function placeOfSpace(actor: Actor, view: SpaceView): CommentPlace {
  const { space } = view;
  const { organizationId, id: spaceId, revisionId, snapshot } = space;
  const context = { organizationId, spaceId, revisionId, snapshot, isCurrent: true };
  return { organizationId, spaceId, changeRequestId: null, context, ...viewerOf(actor, view) };
}

function viewerOf(actor: Actor, { space, role }: SpaceView): Viewer {
  return { actor, role, isArchived: space.archivedAt !== null };
}
