import { Injectable } from '@nestjs/common';

/** The part of a module above in the transfer of spaces to another organization, within its transaction. */
export interface SpaceTransferHook {
  /** The reason why the spaces must stay, as a sentence, or null. Called before anything is changed. */
  refuse?(organizationId: string, spaceIds: string[]): Promise<string | null>;
  /** Moves the module's own rows. The rows of `spaces` are in the target already, so references to them hold. */
  move?(from: string, to: string, spaceIds: string[]): Promise<void>;
}

/**
 * Deletes the rows of a module above about a space, in the transaction that purges the space, before its row is
 * deleted.
 */
export type SpacePurgeHook = (organizationId: string, spaceId: string) => Promise<void>;

/**
 * The hooks of modules above for the transfer and the purge of whole spaces. Tables whose rows reference `spaces
 * (organization_id, id)` with `on update cascade on delete cascade` need no hook for those rows.
 */
@Injectable()
export class SpaceHooks {
  private readonly transferHooks: SpaceTransferHook[] = [];
  private readonly purgeHooks: SpacePurgeHook[] = [];

  /** Call it in `onModuleInit`. */
  registerTransfer(hook: SpaceTransferHook): void {
    this.transferHooks.push(hook);
  }

  /** Call it in `onModuleInit`. */
  registerPurge(hook: SpacePurgeHook): void {
    this.purgeHooks.push(hook);
  }

  /** The first reason against a transfer, or null. */
  async refuseTransfer(organizationId: string, spaceIds: string[]): Promise<string | null> {
    for (const hook of this.transferHooks) {
      const reason = (await hook.refuse?.(organizationId, spaceIds)) ?? null;
      if (reason !== null) return reason;
    }
    return null;
  }

  async transfer(from: string, to: string, spaceIds: string[]): Promise<void> {
    for (const hook of this.transferHooks) await hook.move?.(from, to, spaceIds);
  }

  async purge(organizationId: string, spaceId: string): Promise<void> {
    for (const hook of this.purgeHooks) await hook(organizationId, spaceId);
  }
}
