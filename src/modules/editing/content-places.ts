import { Injectable } from '@nestjs/common';
import { ChangeRequestContent } from '#modules/change-requests/index.js';
import { type ContentContext, ContentContexts } from '#modules/space-content/index.js';
import type { Actor } from '#platform/http/actor.js';

export interface ContentPlaceKey {
  spaceId: string;
  /** Id or number. */
  changeRequestId?: string;
}

/** Finds the content that an editor works on and decides whether its actor may see it. */
@Injectable()
export class ContentPlaces {
  constructor(
    private readonly contexts: ContentContexts,
    private readonly changeRequests: ChangeRequestContent,
  ) {}

  /** The content of a change request if the key names one, else the current content of the space. @throws NotFound */
  of(actor: Actor, { spaceId, changeRequestId }: ContentPlaceKey): Promise<ContentContext> {
    return changeRequestId === undefined
      ? this.contexts.current(actor, spaceId)
      : this.changeRequests.context(actor, spaceId, changeRequestId);
  }
}
