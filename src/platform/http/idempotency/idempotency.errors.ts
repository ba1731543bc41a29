import { Conflict, DomainError } from '../errors.js';

/** Another request with the key is being worked on. */
export class KeyInFlight extends Conflict {
  override readonly retryAfterSeconds = 1;

  constructor() {
    super('The first request with this Idempotency-Key is still being worked on; send it again in a second.');
  }
}

export class KeyOfAnotherRequest extends DomainError {
  constructor() {
    super(
      422,
      'This Idempotency-Key was sent with another body or query before; take a new key for a new request.',
    );
  }
}

/** The work is done; its answer cannot be sent again. */
export class AnswerGone extends Conflict {
  /** @param reason ends the sentence that says so. */
  constructor(reason: string) {
    super(
      `The first request with this Idempotency-Key was carried out, and is not carried out again. Its answer cannot be repeated: ${reason}.`,
    );
  }
}

/** A refusal that was the answer to the first request, repeated. */
export class RepeatedRefusal extends DomainError {
  override readonly details?: object;

  constructor(status: number, message: string, details?: object) {
    super(status, message);
    if (details) this.details = details;
  }
}
