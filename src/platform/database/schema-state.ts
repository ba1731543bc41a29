import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Database } from './database.js';

/** The server and the schema behind this installation. */
export interface DatabaseState {
  /** Version of PostgreSQL. */
  version: string;
  bytes: number;
  /** Time of the server. */
  now: Date;
  connections: number;
  mostConnections: number;
  /** Number of migrations that the database has. */
  migrations: number;
  lastMigration: string;
  /** Migrations of the database that this version does not know: a newer one ran on it. */
  unknownMigrations: number;
}

/** Looks at the database for operators. */
@Injectable()
export class SchemaState {
  constructor(
    private readonly db: Database,
    private readonly dataSource: DataSource,
  ) {}

  /** The state of this moment. */
  async read(): Promise<DatabaseState> {
    const state = await this.db.queryFirst<DatabaseState & { bytes: string; [column: string]: unknown }>(
      `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
         (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
         current_setting('max_connections')::int as "mostConnections",
         (select count(*)::int from schema_migrations) as migrations,
         (select name from schema_migrations order by timestamp desc limit 1) as "lastMigration",
         (select count(*)::int from schema_migrations where name <> all($1)) as "unknownMigrations",
         clock_timestamp() as now`,
      [this.dataSource.migrations.map(({ name, constructor }) => name ?? constructor.name)],
    );
    return { ...state!, bytes: Number(state!.bytes) };
  }
}
