import { Injectable } from '@nestjs/common';
import type { ContentContext } from '#modules/space-content/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import type { EditedText } from '../texts/edited-texts.js';
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

/** Keeps in mind where people are in a text, and tells where the text stands. */
@Injectable()
export class TextPresence {
  constructor(
    private readonly clock: Clock,
    private readonly presences: PresencesRepository,
  ) {}

  /**
   * Notes where the actor's editor is in a text.
   * @returns the newest revision, the version of the text, and the other editors that have it open.
   */
  async note(
    actor: Actor,
    context: ContentContext,
    { id, version, documentId }: EditedText,
    body: PresenceBody,
  ): Promise<PresenceView> {
    const now = this.clock.now();
    const since = new Date(now.getTime() - GONE_AFTER_MS);
    const people = await this.presences.note(placeOf(actor, context, id, body), body, now, since);
    return { revisionId: context.revisionId, version, documentId, people };
  }

  /** The editor was closed. */
  async leave(actor: Actor, context: ContentContext, text: string, client?: string): Promise<void> {
    await this.presences.remove(placeOf(actor, context, text, { client }));
  }

  async removeGone(): Promise<void> {
    await this.presences.removeBefore(new Date(this.clock.now().getTime() - GONE_AFTER_MS));
  }
}

function placeOf(
  { userId }: Actor,
  { organizationId, spaceId, changeRequestId = '' }: ContentContext,
  text: string,
  { client = '' }: Pick<PresenceBody, 'client'>,
): EditorPlace {
  return { organizationId, spaceId, changeRequestId, text, userId, client };
}
