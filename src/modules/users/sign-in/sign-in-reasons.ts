import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';

/** Somebody without an account who wants to come in. */
export interface Newcomer {
  /** In lower case. Asked both before the mail with the link is sent and once the link has proven that it is theirs. */
  email: string;
  /** Target after the sign-in: a path with its query below `/app/`, as `join/abc`; empty without a target. */
  next: string;
}

/**
 * Decides who may sign in by mail without an account: nobody, until modules above register functions that answer true when
 * there is a reason to make an account for the newcomer: an invitation for the address, an invite link in `next`, or an
 * organization that accepts the mail domain. They only read: the account does not become a member by it.
 */
@Injectable()
export class SignInReasons extends Hook<[newcomer: Newcomer], boolean> {}
