import { Injectable } from '@nestjs/common';

/** Somebody without an account who wants to come in. */
export interface Newcomer {
  /** In lower case. Asked both before the mail with the link is sent and once the link has proven that it is theirs. */
  email: string;
  /** Where they were going: a path with its query below `/app/`, as `join/abc`; empty for nowhere in particular. */
  next: string;
}

/**
 * Whether there is a reason to make an account for the newcomer; answered by modules that know one: an invitation for the address, an
 * invite link that `next` leads to, an organization that takes members of the mail domain. Reads only: the account gets no membership
 * by it.
 */
export type SignInReason = (newcomer: Newcomer) => Promise<boolean>;

/** Who may sign in by mail without an account: nobody, until modules above register reasons. */
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
