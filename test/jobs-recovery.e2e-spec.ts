import { MetadataScanner, Reflector } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Config, readConfig } from '../src/platform/config/env.js';
import { Database } from '../src/platform/database/database.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { OnJob } from '../src/platform/jobs/on-job.js';
import { Logger } from '../src/platform/logging/logger.js';
import { Metrics } from '../src/platform/metrics/metrics.js';
import { createDatabase } from './support/test-app.js';

class Handlers {
  readonly runs = vi.fn<(data: object) => void>();

  constructor(private readonly done: Promise<void>) {}

  @OnJob('try')
  run(data: object): Promise<void> {
    this.runs(data);
    return this.done;
  }
}

let dataSource: DataSource;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ dataSource, drop } = await createDatabase());
});

afterAll(async () => {
  await dataSource.destroy();
  await drop();
});

/** What a process has of the queue. */
async function start(done: Promise<void> = Promise.resolve()) {
  const handlers = new Handlers(done);
  const logger = new Logger(new Config(readConfig({ LOG_LEVEL: 'silent' })));
  const db = new Database(dataSource, logger);
  const discovery = { getProviders: () => [{ instance: handlers, isDependencyTreeStatic: () => true }] };
  const jobs = new Jobs(
    db,
    logger,
    new Metrics(db),
    discovery as never,
    new MetadataScanner(),
    new Reflector(),
  );
  await jobs.onApplicationBootstrap();
  return { jobs, runs: handlers.runs };
}

const stateOf = async (): Promise<unknown> =>
  (await dataSource.query("select state, retry_count as retries from jobs.job where name = 'try'"))[0];

it('runs again what a killed process left, and nothing that a living one is at', async () => {
  let finish = (): void => undefined;
  const killed = await start(new Promise((resolve) => (finish = resolve)));
  await killed.jobs.enqueue('try', { number: 1 });
  await vi.waitFor(() => expect(killed.runs).toHaveBeenCalledOnce(), 10_000);

  const beside = await start();
  expect(await stateOf()).toEqual({ state: 'active', retries: 0 });
  await beside.jobs.onApplicationShutdown();

  // What the database sees of a process that is killed: its connections break off.
  await dataSource.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and mode = 'ShareLock' and database = (select oid from pg_database where datname = current_database())`,
  );
  const next = await start();
  await vi.waitFor(() => expect(next.runs).toHaveBeenCalledWith({ number: 1 }), 10_000);
  await vi.waitFor(async () => expect(await stateOf()).toEqual({ state: 'completed', retries: 1 }), 10_000);
  finish();
  await Promise.all([killed.jobs.onApplicationShutdown(), next.jobs.onApplicationShutdown()]);
});
