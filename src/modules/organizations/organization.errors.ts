import { Conflict } from '#platform/http/errors.js';

export class HostnameTaken extends Conflict {
  constructor(hostname: string) {
    super(`hostname: "${hostname}" is taken by another organization.`);
  }
}

export class LastAdmin extends Conflict {
  constructor() {
    super(
      'This is the last administrator of the organization. Make somebody else an administrator before that.',
    );
  }
}

export class LockedOut extends Conflict {
  constructor() {
    super(
      'You would lock yourself out: sign in through the identity provider of the organization first, or use a token that you made by hand.',
    );
  }
}
