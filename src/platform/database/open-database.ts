import { mkdirSync } from 'node:fs';
import type { DataSource, MixedList } from 'typeorm';
import type { Config } from '../config/env.js';
import { Logger } from '../logging/logger.js';
import { createDataSource, type DatabaseConnection } from './data-source.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';

export interface OpenDatabase {
  dataSource: DataSource;
  /** Closes the connections and stops the embedded server, when it is ours. */
  close(): Promise<void>;
}

/**
 * Connects to the configured PostgreSQL, or starts the embedded one.
 * @throws EmbeddedPostgresError when it cannot run here, with a sentence for the operator.
 */
export async function openDatabase(config: Config, entities: MixedList<Function>): Promise<OpenDatabase> {
  const { connection, stop } = await connect(config);
  try {
    const dataSource = await createDataSource(connection, entities).initialize();
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

async function connect(
  config: Config,
): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  if (config.databaseUrl) return { connection: { url: config.databaseUrl }, stop: () => Promise.resolve() };
  mkdirSync(config.dataDir, { recursive: true });
  const server = await EmbeddedPostgres.start({ dataDir: config.dataDir, log: new Logger(config) });
  return { connection: server.connection(), stop: () => server.stop() };
}
