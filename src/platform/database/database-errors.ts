/** Classes of SQLSTATE, and errors of the network: the connection broke, or the server is starting or stopping. */
const UNAVAILABLE = /^(?:08|57P0[1-5])|^(?:ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;
/** The driver's messages for a lost connection, and the pool's after waiting too long for one. */
const LOST =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/i;

/** The connection of a transaction broke between two of its statements. */
export class ConnectionLost extends Error {
  constructor(cause: Error) {
    super('The connection to the database was lost.', { cause });
  }
}

/** True for errors that say that the database cannot be reached at the moment, rather than that a statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true;
  return UNAVAILABLE.test(sqlState(error) ?? '') || (error instanceof Error && LOST.test(error.message));
}

/** The five-letter SQLSTATE of a PostgreSQL error, also of one that TypeORM wrapped. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, driverError } = error as { code?: unknown; driverError?: { code?: unknown } };
  const state = driverError?.code ?? code;
  return typeof state === 'string' ? state : undefined;
}
