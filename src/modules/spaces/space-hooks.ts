import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';

/**
 * The parts of modules above in the transfer, the restoration and the purge of whole spaces, within their transactions. Tables whose rows
 * reference `spaces (organization_id, id)` with `on update cascade on delete cascade` need no hook for those rows.
 */
@Injectable()
export class SpaceHooks {
  /** The reason why spaces must stay in their organization, as a sentence, or null. Called before anything is changed. */
  readonly refuseTransfer = new Hook<[organizationId: string, spaceIds: string[]], string | null>();
  /** Moves a module's own rows. The rows of `spaces` are in the target already, so references to them hold. */
  readonly transfer = new Hook<[from: string, to: string, spaceIds: string[]]>();
  /** Brings a module's notes about a space up to date that was deleted, and is there again. */
  readonly restored = new Hook<[organizationId: string, spaceId: string]>();
  /** Deletes a module's rows about a space, before the row of the space is deleted. */
  readonly purge = new Hook<[organizationId: string, spaceId: string]>();
}
