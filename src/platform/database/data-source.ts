import type { Pool } from 'pg';
import { DataSource, type MixedList } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { migrations } from '../../migrations/index.js';

/** Address of the database: a URL, or the socket folder of the embedded server. */
export interface DatabaseConnection {
  url?: string;
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
      idle_in_transaction_session_timeout: 60_000,
      connectionTimeoutMillis: 10_000,
      // A computer that is gone says nothing: its silence is noticed after some twenty seconds.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // Statements here take milliseconds; compiling one, as a server does that estimates it to be dear, takes a hundred.
      options: '-c jit=off',
    },
  });
}

/** The driver's own pool, for statements that go round the ORM. */
export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as PostgresDriver).master as Pool;
}
