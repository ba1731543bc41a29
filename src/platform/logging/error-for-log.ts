/** Deeper causes say nothing more. */
const DEEPEST = 5;

/** An error as log lines and failed jobs hold it. */
export interface LoggedError {
  type: string;
  message: string;
  code?: string;
  /** SQL with placeholders. */
  statement?: string;
  /** Name of what the database held it against. */
  constraint?: string;
  stack?: string;
  cause?: LoggedError;
}

/**
 * Names what is known of an error and holds none of what users wrote. Errors of the database carry the parameters of the statement and whole
 * rows (`parameters`, `detail`, `where`), those of clients the request with its credentials: members that are not named here stay out.
 */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code, query, constraint, driverError } = error as Error & Record<string, unknown>;
  const driver = driverError instanceof Error ? (driverError as Error & Record<string, unknown>) : undefined;
  const logged: LoggedError = { type: error.constructor.name, message: error.message };
  const known = {
    code: code ?? driver?.['code'],
    statement: query,
    constraint: constraint ?? driver?.['constraint'],
  };
  for (const [name, value] of Object.entries(known))
    if (typeof value === 'string') logged[name as keyof typeof known] = value;
  if (error.stack !== undefined) logged.stack = error.stack;
  if (error.cause !== undefined && depth < DEEPEST) logged.cause = errorForLog(error.cause, depth + 1);
  return logged;
}
