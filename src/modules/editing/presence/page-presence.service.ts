import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ContentStore, type LocatedPage } from '#modules/content/index.js';
import { type ContentContext, ContentLocations } from '#modules/space-content/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import type { PresenceBody } from './presence.dto.js';
import { type EditorPlace, PresencesRepository, type PresentRow } from './presences.repository.js';

/** An editor that has said nothing for as long is gone. */
const GONE_AFTER_MS = 10_000;

export interface PresenceView {
  revisionId: string;
  version: string;
  documentId: string | undefined;
  people: PresentRow[];
}

/** Keeps in mind where people are in a page, and tells where the page stands. */
@Injectable()
export class PagePresence {
  constructor(
    private readonly clock: Clock,
    private readonly content: ContentStore,
    private readonly locations: ContentLocations,
    private readonly presences: PresencesRepository,
  ) {}

  /**
   * Notes where the actor's editor is in a page.
   * @returns the newest revision, the version of the page, and the other editors that have it open.
   * @throws NotFound for a page that is not in the content any more.
   */
  async note(
    actor: Actor,
    context: ContentContext,
    pageId: string,
    body: PresenceBody,
  ): Promise<PresenceView> {
    const { organizationId, snapshot, revisionId } = context;
    const found = await this.content.locatePage(organizationId, snapshot, pageId);
    if (!found) throw new NotFound('page');
    const now = this.clock.now();
    const since = new Date(now.getTime() - GONE_AFTER_MS);
    const people = await this.presences.note(placeOf(actor, context, pageId, body), body, now, since);
    const documentId = this.locations.documentId(context, found.page);
    return { revisionId, version: versionOf(found.page), documentId, people };
  }

  /** The editor was closed. */
  async leave(actor: Actor, context: ContentContext, pageId: string, client?: string): Promise<void> {
    await this.presences.remove(placeOf(actor, context, pageId, { client }));
  }

  async removeGone(): Promise<void> {
    await this.presences.removeBefore(new Date(this.clock.now().getTime() - GONE_AFTER_MS));
  }
}

function placeOf(
  { userId }: Actor,
  { organizationId, spaceId, changeRequestId = '' }: ContentContext,
  pageId: string,
  { client = '' }: Pick<PresenceBody, 'client'>,
): EditorPlace {
  return { organizationId, spaceId, changeRequestId, pageId, userId, client };
}

/** Subpages are no part of it. */
function versionOf({ hash: _hash, ...page }: LocatedPage): string {
  return createHash('sha256').update(JSON.stringify(page)).digest('base64url').slice(0, 22);
}
