import { MetadataScanner, Reflector } from '@nestjs/core';
import type { DataSource } from 'typeorm';
import { Config, readConfig } from '../../src/platform/config/env.js';
import { DecoratedMethods } from '../../src/platform/discovery/decorated-methods.js';
import { Database } from '../../src/platform/database/database.js';
import { Jobs } from '../../src/platform/jobs/jobs.js';
import { Logger } from '../../src/platform/logging/logger.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';

/**
 * Starts the queue as a process of the application does.
 * @param handlers an object with methods that are decorated with `@OnJob`.
 */
export async function startJobs(
  dataSource: DataSource,
  handlers: object,
): Promise<{ jobs: Jobs; db: Database }> {
  const logger = new Logger(new Config(readConfig({ LOG_LEVEL: 'silent' })));
  const db = new Database(dataSource, logger);
  const discovery = { getProviders: () => [{ instance: handlers, isDependencyTreeStatic: () => true }] };
  const methods = new DecoratedMethods(discovery as never, new MetadataScanner(), new Reflector());
  const jobs = new Jobs(db, logger, new Metrics(db), methods);
  await jobs.onApplicationBootstrap();
  return { jobs, db };
}
