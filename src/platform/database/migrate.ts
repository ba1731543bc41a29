import type { DataSource } from 'typeorm';
import { poolOf } from './data-source.js';

/** Any fixed number: all replicas must agree on it. */
const MIGRATION_LOCK = 7_316_402_991;

/**
 * Brings the schema up to date. Replicas that start together queue on an advisory lock; the late ones find nothing
 * left to do.
 * @returns names of the migrations that ran here.
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  const client = await poolOf(dataSource).connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const ran = await dataSource.runMigrations({ transaction: 'each' });
    return ran.map((migration) => migration.name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}
