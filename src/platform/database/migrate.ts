import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { migrations } from '../../migrations/index.js';
import { createDataSource, directUrlOf } from './data-source.js';
import { openSession } from './dedicated-client.js';

/** Any fixed number: all replicas must agree on it. */
const MIGRATION_LOCK = 7_316_402_991;
const ASK_AGAIN_MS = 200;

/**
 * Brings the schema up to date. Replicas that start together queue on an advisory lock; the late ones find nothing
 * left to do.
 * @returns names of the migrations that ran here.
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const session = await openSession(dataSource);
  try {
    // Asked again and again: a statement that waits for the lock would hold up indexes that are made while others write.
    while (!(await lock(session.client))) await pause(ASK_AGAIN_MS);
    const ran = await withServer(dataSource, (server) => server.runMigrations({ transaction: 'each' }));
    return ran.map((migration) => migration.name);
  } finally {
    await session.close();
  }
}

/** Migrations may take as long as they need, and poolers have limits. */
async function withServer<T>(dataSource: DataSource, work: (server: DataSource) => Promise<T>): Promise<T> {
  const directUrl = directUrlOf(dataSource);
  if (directUrl === undefined) return work(dataSource);
  const server = await createDataSource({ url: directUrl }, [], 2).initialize();
  try {
    return await work(Object.assign(server, { migrations: dataSource.migrations }));
  } finally {
    await server.destroy();
  }
}

/** Names of the migrations that this version has. */
export function knownMigrations(): ReadonlySet<string> {
  return new Set(migrations.map(({ name }) => name));
}

/** As `migrate`, with these migrations only: for data of an earlier version. */
export async function migrateTo(dataSource: DataSource, names: ReadonlySet<string>): Promise<void> {
  const all = dataSource.migrations;
  const chosen = all.filter(({ name, constructor }) => names.has(name ?? constructor.name));
  // TypeORM runs all migrations of its data source.
  Object.assign(dataSource, { migrations: chosen });
  try {
    await migrate(dataSource);
  } finally {
    Object.assign(dataSource, { migrations: all });
  }
}

async function lock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ isMine: boolean }>('select pg_try_advisory_lock($1) as "isMine"', [
    MIGRATION_LOCK,
  ]);
  return rows[0]?.isMine === true;
}
