import { Conflict, DomainError } from '#platform/http/errors.js';

export class EmailTaken extends Conflict {
  constructor(email: string) {
    super(`email: a user with the address ${email} exists already.`);
  }
}

export class TooManySignIns extends DomainError {
  constructor(override readonly retryAfterSeconds: number) {
    const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
    super(
      429,
      `Too many links were asked for. Use the newest mail you got, or try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    );
  }
}

export class TooManyTries extends DomainError {
  constructor(override readonly retryAfterSeconds: number) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const wait = retryAfterSeconds <= 90 ? `${retryAfterSeconds} seconds` : `${minutes} minutes`;
    super(429, `Too many wrong passwords. Try again in ${wait}, or sign in another way.`);
  }
}

export class TooManySingleSignOns extends DomainError {
  constructor(override readonly retryAfterSeconds: number) {
    super(
      429,
      `Too many people of your network sign in at the moment. Try again in ${Math.ceil(retryAfterSeconds / 60)} minutes.`,
    );
  }
}
