import { Injectable } from '@nestjs/common';

/** Somebody without an account who wants to come in. */
export interface Newcomer {
  /** In lower case. Asked both before the mail with the link is sent and once the link has proven that it is theirs. */
  email: string;
  /** Target after the sign-in: a path with its query below `/app/`, as `join/abc`; empty without a target. */
  next: string;
}

/**
 * Answers true when there is a reason to make an account for the newcomer: an invitation for the address, an invite
 * link in `next`, or an organization that accepts the mail domain. It only reads: the account does not become a member
 * by it.
 */
export type SignInReason = (newcomer: Newcomer) => Promise<boolean>;

/** Decides who may sign in by mail without an account: nobody, until modules above register reasons. */
@Injectable()
export class SignInReasons {
  private readonly reasons: SignInReason[] = [];

  /** Call it in `onModuleInit`. */
  register(reason: SignInReason): void {
    this.reasons.push(reason);
  }

  async admit(newcomer: Newcomer): Promise<boolean> {
    for (const reason of this.reasons) if (await reason(newcomer)) return true;
    return false;
  }
}
