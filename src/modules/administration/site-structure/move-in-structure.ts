import { Injectable } from '@nestjs/common';
import { type SiteKey, SiteStructures } from '#modules/sites/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { readMove, readStep } from './read-moves.js';

/** Carries out the forms that move a part of a structure. */
@Injectable()
export class MoveInStructure {
  constructor(private readonly structures: SiteStructures) {}

  /**
   * Moves what a form names, and answers its id.
   * @throws NotFound, Forbidden; BadRequest for a place that cannot hold it; Conflict where others have moved it, or what it was
   * to stand beside.
   */
  async run(
    actor: Actor,
    key: SiteKey,
    form: URLSearchParams,
    step: 'up' | 'down' | 'move',
  ): Promise<string> {
    const { item, destination, seenAt } = step === 'move' ? readMove(form) : readStep(form, step);
    try {
      await this.structures.move(actor, key, item, destination, seenAt);
    } catch (error) {
      // The page shows neighbours only that stood there.
      if (error instanceof BadRequest && error.message.startsWith('position'))
        throw new Conflict(
          'Somebody else has moved or removed what it was to stand beside. Nothing was moved: look at the structure as it is now, and move it again.',
        );
      throw error;
    }
    return item.id;
  }
}
