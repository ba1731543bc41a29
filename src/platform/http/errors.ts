import { databaseFault, type DatabaseFault } from '../database/database-errors.js';

/** An outcome the caller is told about; the filter turns it into the API's error body. */
export class DomainError extends Error {
  /** Members that the error body has beside code and message; JSON that the caller may see. */
  readonly details?: object;
  /** After how many seconds it is worth trying again, where that is known. */
  readonly retryAfterSeconds?: number;

  constructor(
    /** HTTP status. */
    readonly status: number,
    /** A sentence safe to show: it names the field or thing and the way out. */
    message: string,
  ) {
    super(message);
    this.name = new.target.name;
  }
}

export class BadRequest extends DomainError {
  constructor(message: string) {
    super(400, message);
  }
}

export class Unauthorized extends DomainError {
  constructor(message = 'There is no token; send one in the header "Authorization: Bearer <token>".') {
    super(401, message);
  }
}

export class Forbidden extends DomainError {
  constructor(message: string) {
    super(403, message);
  }
}

export class NotFound extends DomainError {
  /** @param what the kind of thing in the API's words, for example `space`. */
  constructor(what: string) {
    super(404, `There is no such ${what}, or it is not visible to you.`);
  }
}

export class Conflict extends DomainError {
  constructor(message: string) {
    super(409, message);
  }
}

export class PreconditionFailed extends DomainError {
  constructor(message: string) {
    super(412, message);
  }
}

export class PayloadTooLarge extends DomainError {
  constructor(message: string) {
    super(413, message);
  }
}

export class UnsupportedMediaType extends DomainError {
  constructor(message: string) {
    super(415, message);
  }
}

export class TooManyRequests extends DomainError {
  constructor(
    override readonly retryAfterSeconds: number,
    /** Which requests were too many. */
    which = 'with this token',
  ) {
    super(429, `Too many requests ${which}; try again in ${retryAfterSeconds} seconds.`);
  }
}

/** Somebody else has to be done first. */
export class Busy extends DomainError {
  constructor(
    message: string,
    override readonly retryAfterSeconds: number,
  ) {
    super(503, message);
  }
}

/** The database failed, whatever was asked of it. */
export class DatabaseFailure extends Busy {
  constructor(
    readonly fault: DatabaseFault,
    message: string,
    retryAfterSeconds: number,
  ) {
    super(message, retryAfterSeconds);
  }
}

const FAILURES: Record<DatabaseFault, { message: string; retryAfterSeconds: number }> = {
  unreachable: {
    message: 'The database is not reachable at the moment; try again shortly.',
    retryAfterSeconds: 1,
  },
  'read-only': {
    message: 'The database takes no changes at the moment, so nothing was stored; try again shortly.',
    retryAfterSeconds: 1,
  },
  full: {
    message:
      'The disk of the database is full, so nothing was stored; try again when the operator of this installation has made room.',
    retryAfterSeconds: 60,
  },
  contended: {
    message:
      'The database did not get to this, as others work on the same; nothing was stored. Try again shortly.',
    retryAfterSeconds: 1,
  },
};

/** After how many seconds it is worth trying again, for `Retry-After`: always said with a 503, and where an error knows it. */
export function retryAfterOf(
  error: { status: number; retryAfterSeconds?: number } | null,
): number | undefined {
  return error?.retryAfterSeconds ?? (error?.status === 503 ? 1 : undefined);
}

/** A failure as callers are told it: errors that are meant to be read as they are, those of the database as 503, others as null. */
export function tellable(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error;
  const fault = databaseFault(error);
  if (fault === undefined) return null;
  const { message, retryAfterSeconds } = FAILURES[fault];
  return new DatabaseFailure(fault, message, retryAfterSeconds);
}
