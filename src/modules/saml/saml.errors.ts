import { Conflict, Forbidden } from '#platform/http/errors.js';

export class LastIdentityProvider extends Conflict {
  constructor() {
    super(
      'Members sign in through this provider only. Turn off sso of the organization first, or set up another provider and sign in through it once.',
    );
  }
}

export class NoWayForAdministrators extends Conflict {
  constructor() {
    super(
      'No administrator could come in without this provider. Have one set a password or a passkey, or make a personal token, and try again.',
    );
  }
}

/** A provider is switched on only as it was tested. */
export class NotTested extends Conflict {
  constructor() {
    super('No test went well with these settings. Test the provider, then switch it on.');
  }
}

/** A sign-in that was not let through; the sentence says why to the person and to those who set it up. */
export class SignInRefused extends Forbidden {}
