import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';

/** Hook of an upper module for the contents of collections that move to another organization. */
export interface CollectionTransferHook {
  /** A sentence that says why the collections must stay, or null. Asked before anything is changed. */
  refuse(actor: Actor, organizationId: string, collectionIds: string[]): Promise<string | null>;
  /**
   * Does what takes time and belongs in no transaction, and answers what is to be done in the transfer's transaction
   * once the collections themselves have moved.
   */
  prepare(actor: Actor, from: string, to: string, collectionIds: string[]): Promise<() => Promise<void>>;
}

/** Registry in which upper modules take part in operations on whole collections. */
@Injectable()
export class CollectionHooks {
  private readonly transferHooks: CollectionTransferHook[] = [];

  /** Call it in `onModuleInit`. */
  registerTransfer(hook: CollectionTransferHook): void {
    this.transferHooks.push(hook);
  }

  /** The first reason against a transfer, or null. */
  async refuseTransfer(
    actor: Actor,
    organizationId: string,
    collectionIds: string[],
  ): Promise<string | null> {
    for (const hook of this.transferHooks) {
      const reason = await hook.refuse(actor, organizationId, collectionIds);
      if (reason !== null) return reason;
    }
    return null;
  }

  /** Changes that all of them make in the transaction. */
  async prepareTransfer(
    actor: Actor,
    from: string,
    to: string,
    collectionIds: string[],
  ): Promise<() => Promise<void>> {
    const moves: (() => Promise<void>)[] = [];
    for (const hook of this.transferHooks) moves.push(await hook.prepare(actor, from, to, collectionIds));
    return async () => {
      for (const move of moves) await move();
    };
  }
}
