/** Failures of the database that say nothing about what was asked of it. */
export type DatabaseFault =
  /** The connection broke or cannot be made; the server is starting or stopping, or has no place for another connection. */
  | 'unreachable'
  /** The server takes no changes: another one has become the primary server. */
  | 'read-only'
  /** The disk of the server is full. */
  | 'full'
  /** Others hold what the statement needs, also after it was tried again; or somebody ended it. */
  | 'contended';

/** Beginnings of SQLSTATE; 25P03 is the end of a transaction that did nothing for too long, with its connection. */
const STATES: readonly [RegExp, DatabaseFault][] = [
  [/^53100$/, 'full'],
  [/^(?:08|53|58)...$|^57P0[1-5]$|^25P0[34]$/, 'unreachable'],
  [/^25006$/, 'read-only'],
  [/^(?:40...|55P03|57014)$/, 'contended'],
];
const NETWORK =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;
/** The driver's messages for a lost connection or a missing answer, and the pool's after waiting too long for a connection. */
const LOST =
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|Query read timeout|after calling end on the pool/i;

/** The connection of a transaction broke between two of its statements. */
export class ConnectionLost extends Error {
  constructor(cause: Error) {
    super('The connection to the database was lost.', { cause });
  }
}

/** Kind of a failure that is not the fault of the statement; undefined for all others. */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  if (error instanceof ConnectionLost) return 'unreachable';
  const state = sqlState(error);
  const known = state === undefined ? undefined : STATES.find(([pattern]) => pattern.test(state));
  if (known) return known[1];
  const isLost =
    NETWORK.test(state ?? '') ||
    isMissingSocket(error) ||
    (error instanceof Error && LOST.test(error.message));
  return isLost ? 'unreachable' : undefined;
}

/** True for errors that say that the database cannot be reached at the moment, or takes no changes, rather than that a statement is wrong. */
export function isUnavailable(error: unknown): boolean {
  const fault = databaseFault(error);
  return fault === 'unreachable' || fault === 'read-only';
}

/** The five-letter SQLSTATE of a PostgreSQL error, also of one that TypeORM wrapped. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, driverError } = error as { code?: unknown; driverError?: { code?: unknown } };
  const state = driverError?.code ?? code;
  return typeof state === 'string' ? state : undefined;
}

/** The socket of a server on this machine is a file; other missing files have nothing to do with the database. */
function isMissingSocket(error: unknown): boolean {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  return code === 'ENOENT' && syscall === 'connect';
}
