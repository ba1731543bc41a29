import { Injectable } from '@nestjs/common';
import {
  ChangeRequestContent,
  ChangeRequests,
  contextOfChangeRequest,
} from '#modules/change-requests/index.js';
import { ContentContexts } from '#modules/space-content/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { LinkContext } from './locations/location-loader.js';

/** A content to read links in, and for a change request the content that it was started from. */
export interface ComparedContext extends LinkContext {
  /** Snapshot of the main content that a change request is compared with. */
  base?: string;
}

export interface LinkPlaceKey {
  spaceId: string;
  /** Id or number. */
  changeRequestId?: string;
}

/** Finds the content whose links a request asks for and decides whether its actor may see it. */
@Injectable()
export class LinkContexts {
  constructor(
    private readonly contexts: ContentContexts,
    private readonly changeRequests: ChangeRequests,
    private readonly content: ChangeRequestContent,
  ) {}

  /** The content of a change request if the key names one, else the current content of the space. @throws NotFound */
  async of(actor: Actor, { spaceId, changeRequestId }: LinkPlaceKey): Promise<ComparedContext> {
    if (changeRequestId === undefined) return { actor, context: await this.contexts.current(actor, spaceId) };
    const found = await this.changeRequests.requireChangeRequest(actor, spaceId, changeRequestId);
    const { base } = await this.content.comparison(actor, spaceId, found.changeRequest.id);
    const context = contextOfChangeRequest(found.changeRequest);
    return { actor, context, changeRequest: found, base };
  }
}
