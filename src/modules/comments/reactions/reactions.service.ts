import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { BadRequest } from '#platform/http/errors.js';
import type { CommentEntity } from '../comment.entity.js';
import { parseEmoji } from './emoji.js';
import { ReactionsRepository } from './reactions.repository.js';

/** Different emoji on one comment; more are a joke on the reader. */
export const MAX_KINDS = 50;

/** Emoji to put on a comment and to take off it, as code points. */
export interface ReactionChanges {
  added: string[];
  removed: string[];
}

/**
 * Reads the members of a request as sets; a reaction in both is removed, as with members of teams.
 * @returns null when nothing is to be changed.
 * @throws BadRequest for texts that are not an emoji.
 */
export function parseReactions(body: {
  addedReactions?: string[];
  removedReactions?: string[];
}): ReactionChanges | null {
  const removed = new Set((body.removedReactions ?? []).map((text) => parseEmoji(text, 'removedReactions')));
  const added = new Set((body.addedReactions ?? []).map((text) => parseEmoji(text, 'addedReactions')));
  for (const emoji of removed) added.delete(emoji);
  return added.size + removed.size === 0 ? null : { added: [...added], removed: [...removed] };
}

/** Emoji on comments and replies: a set for each user. */
@Injectable()
export class Reactions {
  constructor(
    private readonly clock: Clock,
    private readonly repository: ReactionsRepository,
  ) {}

  /** Inside a transaction that holds the comment. @throws BadRequest when there would be too many kinds. */
  async apply(comment: CommentEntity, userId: string, { added, removed }: ReactionChanges): Promise<void> {
    if (removed.length > 0) await this.repository.remove(comment, userId, removed);
    if (added.length === 0) return;
    const kinds = new Set([...(await this.repository.kinds(comment)), ...added]);
    if (kinds.size > MAX_KINDS)
      throw new BadRequest(`addedReactions: a comment has at most ${MAX_KINDS} different reactions.`);
    await this.repository.add(comment, userId, added, this.clock.now());
  }
}
