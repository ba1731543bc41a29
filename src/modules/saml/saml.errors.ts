import { Conflict, Forbidden } from '#platform/http/errors.js';

export class LastIdentityProvider extends Conflict {
  constructor() {
    super(
      'Members sign in through this provider only. Turn off sso of the organization first, or set up another provider and sign in through it once.',
    );
  }
}

/** A sign-in that was not let through; the sentence says why to the person and to those who set it up. */
export class SignInRefused extends Forbidden {}
