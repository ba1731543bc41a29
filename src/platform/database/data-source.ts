import type { Pool } from 'pg';
import { DataSource, type MixedList } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { migrations } from '../../migrations/index.js';

/** Address of the database: a URL, or the socket folder of the embedded server. */
export interface DatabaseConnection {
  url?: string;
  /** Address of the server where `url` leads to a pooler in transaction mode, for what a session keeps. */
  directUrl?: string | undefined;
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
}

/**
 * TypeORM's data source; never synchronizes, only migrations change the schema.
 * @param entities classes, named by the composition root so that the platform knows no module.
 */
export function createDataSource(
  connection: DatabaseConnection,
  entities: MixedList<Function> = [],
  poolSize = 20,
): DataSource {
  return new DataSource({
    type: 'postgres',
    url: connection.url,
    host: connection.host,
    port: connection.port,
    username: connection.user,
    password: connection.password,
    database: connection.database,
    entities,
    migrations,
    migrationsTableName: 'schema_migrations',
    synchronize: false,
    applicationName: 'bindery',
    poolSize,
    // A dead server surfaces as an error on the next statement; the pool reconnects by itself.
    poolErrorHandler: () => undefined,
    extra: {
      // Lets `Lookups` send statements without waiting for the answer to the one before.
      pipeline: true,
      connectionTimeoutMillis: 10_000,
      // A computer that is gone says nothing: its silence is noticed after some twenty seconds.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      ...(connection.directUrl === undefined ? SESSION : { directUrl: connection.directUrl }),
    },
  });
}

/** Settings of sessions, which are those of the pooler where there is one. */
const SESSION = {
  idle_in_transaction_session_timeout: 60_000,
  // Statements here take milliseconds; compiling one, as a server does that estimates it to be dear, takes a hundred.
  options: '-c jit=off',
};

/** Address of the server behind a pooler in transaction mode; undefined without a pooler. */
export function directUrlOf(dataSource: DataSource): string | undefined {
  return (poolOf(dataSource).options as { directUrl?: string }).directUrl;
}

/** The driver's own pool, for statements that go round the ORM. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}
