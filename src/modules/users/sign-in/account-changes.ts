import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';

/** A change of the ways into an account, of which its owner is told. */
export interface AccountChange {
  userId: string;
  kind: 'password-set' | 'password-removed' | 'passkey-added' | 'passkey-removed' | 'new-browser';
  /** Name of the passkey, or the browser. */
  detail?: string;
}

/** Functions that are told of changes of accounts, in their transactions: the one that sends mail registers here. */
@Injectable()
export class AccountChanges extends Hook<[change: AccountChange]> {}
