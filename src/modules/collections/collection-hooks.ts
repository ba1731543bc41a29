import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';
import type { Actor } from '#platform/http/actor.js';

/** The parts of modules above in the transfer of whole collections to another organization. */
@Injectable()
export class CollectionHooks {
  /** The reason why collections must stay, as a sentence, or null. Called before anything is changed. */
  readonly refuseTransfer = new Hook<
    [actor: Actor, organizationId: string, collectionIds: string[]],
    string | null
  >();
  /**
   * Does what takes time and belongs in no transaction, and answers what is to be done in the transfer's transaction
   * once the collections themselves have moved.
   */
  readonly prepareTransfer = new Hook<
    [actor: Actor, from: string, to: string, collectionIds: string[]],
    () => Promise<void>
  >();
}
