import { mkdirSync } from 'node:fs';
import type { DataSource, MixedList } from 'typeorm';
import type { Config } from '../config/env.js';
import { Logger } from '../logging/logger.js';
import { createDataSource, type DatabaseConnection } from './data-source.js';
import { isUnavailable } from './database-errors.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { whenAvailable } from './when-available.js';

export interface OpenDatabase {
  dataSource: DataSource;
  /** Closes the connections and stops the embedded server, when it is ours. */
  close(): Promise<void>;
}

/** The database was not there for as long as the start waits for it. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The database at DATABASE_URL cannot be reached: ${reason}`, { cause });
  }
}

/**
 * Connects to the configured PostgreSQL, or starts the embedded one.
 * @param waitMs for how long it waits for one that is away.
 * @throws EmbeddedPostgresError when it cannot run here, and DatabaseAway, with a sentence for the operator.
 */
export async function openDatabase(
  config: Config,
  entities: MixedList<Function>,
  waitMs = 0,
): Promise<OpenDatabase> {
  const { connection, stop } = await connect(config);
  try {
    const open = () => createDataSource(connection, entities).initialize();
    const dataSource = await waitForDatabase(open, { config, waitMs });
    const close = async (): Promise<void> => {
      await dataSource.destroy();
      await stop();
    };
    return { dataSource, close };
  } catch (error) {
    // Otherwise the embedded server would keep this process alive.
    await stop();
    throw error;
  }
}

/** Does a part of the start, again and again while the database is away. */
export async function waitForDatabase<T>(
  work: () => Promise<T>,
  { config, waitMs }: { config: Config; waitMs: number },
): Promise<T> {
  const latest = Date.now() + waitMs;
  const log = new Logger(config);
  const onFailure = (err: unknown): void => log.warn('The database is away; the start waits for it', { err });
  try {
    return await whenAvailable(work, { isOver: () => Date.now() >= latest, onFailure, ref: true });
  } catch (error) {
    throw isUnavailable(error) && config.databaseUrl ? new DatabaseAway(error) : error;
  }
}

async function connect(
  config: Config,
): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  if (config.databaseUrl) {
    const connection = { url: config.databaseUrl, directUrl: config.databaseDirectUrl };
    return { connection, stop: () => Promise.resolve() };
  }
  mkdirSync(config.dataDir, { recursive: true });
  const server = await EmbeddedPostgres.start({ dataDir: config.dataDir, log: new Logger(config) });
  return { connection: server.connection(), stop: () => server.stop() };
}
