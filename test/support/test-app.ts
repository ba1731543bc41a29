import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ScheduleExplorer } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { inject, type ProvidedContext } from 'vitest';
import { AppModule } from '../../src/app.module.js';
import { configureApp } from '../../src/app.js';
import { entities } from '../../src/entities.js';
import { buildOpenApi } from '../../src/openapi/index.js';
import { Clock } from '../../src/platform/clock/clock.js';
import { type Config, readConfig } from '../../src/platform/config/env.js';
import { createDataSource, poolOf } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { ApiClient } from './api-client.js';
import { ContractValidator } from './contract-validator.js';
import { directly, onDatabase } from './global-setup.js';
import { TestClock } from './test-clock.js';
import { onWorkerEnd } from './worker-end.js';

export interface TestApp {
  app: NestExpressApplication;
  /** Anonymous; `api.as(token)` acts as the user of the token. */
  api: ApiClient;
  baseUrl: string;
  db: Database;
  dataSource: DataSource;
  clock: TestClock;
  config: Config;
  /** Waits until no job is waiting or running, or none of an organization; fails when one failed for good. */
  settle(organizationId?: string): Promise<void>;
  close(): Promise<void>;
}

let ownContract: ContractValidator | undefined;

let shared: Promise<TestApp> | undefined;

/**
 * The application that the test files of a worker share, with the default configuration and a tenant for each test. `close` puts back
 * the clock, the configuration and the jobs; Vitest puts back spies after each file. A file that changes anything else of the
 * application, or counts what the whole installation holds, makes its own with `createTestApp`.
 */
export async function shareTestApp(): Promise<TestApp> {
  shared ??= startSharedApp();
  return shared;
}

async function startSharedApp(): Promise<TestApp> {
  const test = await createTestApp();
  const configured = Object.entries(test.config);
  const putBack = async (): Promise<void> => {
    test.clock.reset();
    for (const name of Object.keys(test.config)) delete test.config[name as keyof Config];
    Object.assign(test.config, Object.fromEntries(configured));
    await removeJobs(test.dataSource);
  };
  onWorkerEnd(() => test.close());
  return { ...test, close: putBack };
}

/** The whole application in this process, on a database for one test file, or on one that there is already. */
export async function createTestApp(
  overrides: Partial<Config> = {},
  database?: Awaited<ReturnType<typeof createDatabase>>,
): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-app-'));
  const environment = {
    PORT: '0',
    DATA_DIR: folder,
    DEMO: 'false',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
  };
  const config = Object.assign(readConfig({ ...environment, ALLOW_PRIVATE_NETWORK: 'true' }), overrides);
  const { dataSource, drop } = database ?? (await createDatabase());
  const clock = new TestClock();
  const testing = await Test.createTestingModule({ imports: [AppModule.register(config, dataSource)] })
    .overrideProvider(Clock)
    .useValue(clock)
    // Ticks come by the clock on the wall, which nothing here waits for. The global setup schedules them all.
    .overrideProvider(ScheduleExplorer)
    .useValue({})
    .compile();
  const app = testing.createNestApplication<NestExpressApplication>({ bodyParser: false, logger: false });
  configureApp(app);
  await app.listen(0, '127.0.0.1');
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  // All applications have the same document, so the next one reuses the compiled validators.
  ownContract ??= new ContractValidator(buildOpenApi(app) as never);
  const close = async (): Promise<void> => {
    (app.getHttpServer() as Server).closeAllConnections();
    await app.close();
    await dataSource.destroy();
    // The next file need not wait for this, and the end of the run drops the remaining databases.
    drop().catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  };
  const settle = (organizationId?: string) => waitForJobs(dataSource, organizationId ?? null);
  return {
    app,
    api: new ApiClient(baseUrl, ownContract),
    baseUrl,
    db: app.get(Database),
    dataSource,
    clock,
    config,
    settle,
    close,
  };
}

let databases = 0;

/** A copy of the migrated template, for one test file; of `template0` for a database without tables. */
export async function createDatabase(
  template?: 'template0',
): Promise<{ dataSource: DataSource; drop: () => Promise<void> }> {
  // Undefined in the project `unit`, which does not run the global setup.
  const server = inject('server') as ProvidedContext['server'] | undefined;
  if (!server) throw new Error('Specs in src/ have no database: put what needs one into test/.');
  const name = `${server.database}_${process.pid}_${++databases}`;
  const maintenance = onDatabase(server, 'postgres');
  const run = async (sql: string): Promise<void> => {
    const client = new Client(directly(maintenance));
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`create database ${name} template ${template ?? server.database}`);
  // No data here outlives its server, so no commit waits for the disk.
  await run(`alter database ${name} set synchronous_commit = off`);
  const dataSource = await createDataSource(onDatabase(server, name), entities, 10).initialize();
  return { dataSource, drop: () => run(`drop database if exists ${name} with (force)`) };
}

/** Ends running jobs and deletes waiting ones, so that the next file finds only its own jobs. */
async function removeJobs(dataSource: DataSource): Promise<void> {
  const deadline = Date.now() + 150_000;
  for (;;) {
    const { rows } = await poolOf(dataSource).query<{ name: string }>(
      `with removed as (delete from jobs.job where state <> 'active')
       select name from jobs.job where state = 'active'`,
    );
    if (rows.length === 0) return;
    if (Date.now() > deadline)
      throw new Error(`Jobs did not end: ${rows.map(({ name }) => name).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function waitForJobs(dataSource: DataSource, organizationId: string | null): Promise<void> {
  const deadline = Date.now() + 150_000;
  for (;;) {
    const { rows } = await poolOf(dataSource).query<{ name: string; state: string; output: unknown }>(
      `select name, state, output from jobs.job
       where state in ('created', 'active', 'retry', 'failed') and start_after <= now() + interval '1 minute'
         and ($1::text is null or coalesce(data ->> 'organizationId', $1) = $1)`,
      [organizationId],
    );
    const failed = rows.find((row) => row.state === 'failed' || row.state === 'retry');
    if (failed) throw new Error(`The job ${failed.name} failed: ${JSON.stringify(failed.output)}`);
    if (rows.length === 0) return;
    if (Date.now() > deadline)
      throw new Error(`Jobs did not settle: ${rows.map((row) => `${row.name} ${row.state}`).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
