/** Every reason why the embedded server does not come up; `message` is one sentence meant for the operator. */
export class EmbeddedPostgresError extends Error {
  override readonly name: string = 'EmbeddedPostgresError';
}

/** The bundled PostgreSQL cannot run on this machine at all; the way out is a server of one's own. */
export class EmbeddedPostgresUnavailable extends EmbeddedPostgresError {
  override readonly name = 'EmbeddedPostgresUnavailable';

  /** `reason` completes "PostgreSQL cannot run here: …" and carries no full stop. */
  constructor(reason: string) {
    super(
      `The bundled PostgreSQL cannot run here: ${oneLine(reason)}; set DATABASE_URL to use your own PostgreSQL server.`,
    );
  }
}

/** Another Bindery is using the same data folder. */
export class DataFolderInUse extends EmbeddedPostgresError {
  override readonly name = 'DataFolderInUse';

  constructor(dataDir: string, holder: string) {
    super(
      `Another Bindery (${holder}) is already running on the data folder ${dataDir}; stop it first or give this one its own DATA_DIR.`,
    );
  }
}

/** The data folder exists but must not be touched as it is (other major version, foreign owner, missing part). */
export class DataFolderUnusable extends EmbeddedPostgresError {
  override readonly name = 'DataFolderUnusable';
}

/** The text with line breaks and a trailing full stop removed, so that it fits into a sentence. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}

/** The `code` of a Node system error (`ENOENT`, `EACCES`, …) or of a PostgreSQL error (`57P03`, …), if it has one. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** The message of anything thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message || (errorCode(error) ?? error.name) : String(error);
}
