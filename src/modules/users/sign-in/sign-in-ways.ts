import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';

/** The place on the sign-in page for which further ways are asked. */
export interface SignInPlace {
  /** The typed mail address, in lower case; null on the first page, before anybody typed one. */
  email: string | null;
  /** Target after the sign-in: a path with its query below `/app/`; empty without a target. */
  next: string;
}

/** A way to sign in as a button of the sign-in page. It leads away, since a policy keeps forms from leading to other hosts. */
export interface SignInWay {
  /** Words of the button, as in "Continue with Example". */
  label: string;
  /** A sentence below it, such as the host that it leads to. */
  hint?: string;
  /** Address that begins the sign-in and afterwards leads to `next`. */
  href: string;
}

/**
 * Further ways to sign in, from modules above, which register in `onModuleInit`. The answer must follow from the installation and the
 * domain of the address alone: it must not tell strangers who has an account.
 */
@Injectable()
export class SignInWays extends Hook<[place: SignInPlace], readonly SignInWay[]> {}
