import { MetadataScanner, Reflector } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { expect } from 'vitest';
import { Config, readConfig } from '../../src/platform/config/env.js';
import { DecoratedMethods } from '../../src/platform/discovery/decorated-methods.js';
import { Database } from '../../src/platform/database/database.js';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import {
  REGISTERED_PROCESSES,
  type WorkerRegistration,
} from '../../src/platform/jobs/worker-registration.js';
import { Logger } from '../../src/platform/logging/logger.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { eventually } from './eventually.js';

/**
 * Starts the queue as a process of the application does.
 * @param handlers an object with methods that are decorated with `@OnJob`.
 */
export async function startJobs(
  dataSource: DataSource,
  handlers: object,
): Promise<{ jobs: Jobs; db: Database; vanish: () => Promise<void> }> {
  const logger = new Logger(new Config(readConfig({ LOG_LEVEL: 'silent' })));
  const db = new Database(dataSource, logger);
  const discovery = { getProviders: () => [{ instance: handlers, isDependencyTreeStatic: () => true }] };
  const methods = new DecoratedMethods(discovery as never, new MetadataScanner(), new Reflector());
  const jobs = new Jobs(db, logger, new Metrics(db), methods);
  await jobs.onApplicationBootstrap();
  const { registration } = jobs as unknown as { registration: WorkerRegistration };
  /** To the database, the process has been killed from now on: it lost its locks, and does not come back. */
  const vanish = async (): Promise<void> => {
    registration.deregister();
    const numbers = (): Promise<number[]> => db.queryColumn<number>(REGISTERED_PROCESSES);
    await eventually(async () => expect((await numbers()).map(Number)).not.toContain(registration.number));
  };
  return { jobs, db, vanish };
}
