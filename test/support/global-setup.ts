import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { Client, type ClientConfig } from 'pg';
import { build } from 'vite';
import type { TestProject } from 'vitest/node';
import { AppModule } from '../../src/app.module.js';
import { entities } from '../../src/entities.js';
import { readConfig } from '../../src/platform/config/env.js';
import { createDataSource, type DatabaseConnection } from '../../src/platform/database/data-source.js';
import { EmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.js';
import { JOBS_SCHEMA } from '../../src/platform/jobs/queue-tables.js';
import { migrate } from '../../src/platform/database/migrate.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server all workers share; `database` is the migrated template. */
    server: DatabaseConnection & { database: string };
  }
}

/**
 * One PostgreSQL for the whole run, `TEST_DATABASE_URL` or an embedded one in a temporary folder, with a migrated
 * template that each worker copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Pages of members load these bundles, which `npm run build` makes.
  await build({ logLevel: 'warn' });
  const { connection, stop } = await startServer();
  const database = `bindery_template_${process.pid}`;
  await administrate(connection, async (client) => {
    await client.query(`drop database if exists ${database} with (force)`);
    await client.query(`create database ${database}`);
  });
  const dataSource = await createDataSource(onDatabase(connection, database), entities).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
  await installJobQueues(onDatabase(connection, database));
  // A pooler keeps its connections, and a database that has any cannot be copied.
  await administrate(connection, (client) =>
    client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
      database,
    ]),
  );
  project.provide('server', { ...onDatabase(connection, database), database });
  return async () => {
    await administrate(connection, async (client) => {
      const { rows } = await client.query<{ datname: string }>(
        `select datname from pg_database where datname like $1`,
        [`${database}%`],
      );
      for (const row of rows) await client.query(`drop database if exists ${row.datname} with (force)`);
    });
    await stop();
  };
}

async function startServer(): Promise<{ connection: DatabaseConnection; stop: () => Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  const directUrl = process.env['TEST_DATABASE_DIRECT_URL'];
  if (url) return { connection: { url, directUrl }, stop: () => Promise.resolve() };
  const dataDir = mkdtempSync(join(tmpdir(), 'bindery-test-'));
  // As root, the database server drops its privileges and must still reach its folder.
  chmodSync(dataDir, 0o755);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const server = await EmbeddedPostgres.start({ dataDir, log });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const connection = server.connection('postgres');
  await administrate(connection, async (client) => {
    // No data outlives this server, and each test file makes a database, so writing every page to the disk would only
    // cost time.
    for (const setting of ['fsync', 'full_page_writes'])
      await client.query(`alter system set ${setting} = off`);
    await client.query('select pg_reload_conf()');
  });
  return { connection, stop };
}

/**
 * Each copy of the template starts with the tables of all queues, because creating them takes longer than copying
 * them.
 */
async function installJobQueues(connection: DatabaseConnection): Promise<void> {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    DEMO: 'false',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'bindery-app-')),
  });
  const dataSource = await createDataSource(connection, entities).initialize();
  const app = await NestFactory.createApplicationContext(AppModule.register(config, dataSource), {
    logger: false,
  });
  await app.close();
  // Each test file runs the jobs of the start itself, so the template has none.
  await dataSource.query(`delete from ${JOBS_SCHEMA}.job`);
  await dataSource.destroy();
  rmSync(config.dataDir, { recursive: true, force: true });
}

async function administrate(
  connection: DatabaseConnection,
  work: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client(directly(connection));
  await client.connect();
  await work(client).finally(() => client.end());
}

/** The same server with another database. */
export function onDatabase(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (!connection.url) return { ...connection, database };
  const named = (address: string): string =>
    Object.assign(new URL(address), { pathname: `/${database}` }).href;
  return {
    url: named(connection.url),
    ...(connection.directUrl !== undefined && { directUrl: named(connection.directUrl) }),
  };
}

/** Options of a connection of `pg` that does not go through a pooler. */
export function directly(connection: DatabaseConnection): ClientConfig {
  const url = connection.directUrl ?? connection.url;
  return url === undefined ? connection : { connectionString: url };
}
