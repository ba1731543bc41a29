import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Demo } from '#modules/demo/index.js';
import { FirstStart, type FirstStartResult } from '#modules/organizations/index.js';
import type { Config } from '#platform/config/env.js';
import { migrate } from '#platform/database/migrate.js';
import { openDatabase, waitForDatabase } from '#platform/database/open-database.js';
import { Readiness } from '#platform/health/readiness.js';
import { Logger } from '#platform/logging/logger.js';
import { AppModule } from './app.module.js';
import { configureApp } from './app.js';
import { entities } from './entities.js';

const DRAIN_DEADLINE_MS = 25_000;
/** Servers that start together, as after a power cut, wait for the database of theirs. */
const DATABASE_WAIT_MS = 120_000;

export interface RunningServer {
  app: NestExpressApplication;
  /** The administrator there is, and on the very first start the token that was made. */
  firstStart: FirstStartResult | null;
  /** Address of the demo site, while there is one. */
  demoSite: string | null;
  /** Drains open requests and jobs, then closes the database. */
  stop(): Promise<void>;
}

/** Opens the database, migrates it, and serves. */
export async function startServer(config: Config): Promise<RunningServer> {
  const waiting = { config, waitMs: DATABASE_WAIT_MS };
  const database = await openDatabase(config, entities, DATABASE_WAIT_MS);
  try {
    await waitForDatabase(() => migrate(database.dataSource), waiting);
    const app = await NestFactory.create<NestExpressApplication>(
      AppModule.register(config, database.dataSource),
      {
        bodyParser: false,
        logger: new Logger(config),
        abortOnError: false,
      },
    );
    configureApp(app);
    await app.init();
    const firstStart = await app.get(FirstStart).run();
    const demoSite = firstStart && (await app.get(Demo).run(firstStart));
    await app.listen(config.port, config.host);
    return { app, firstStart, demoSite, stop: () => stop(app, () => database.close()) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function stop(app: NestExpressApplication, closeDatabase: () => Promise<void>): Promise<void> {
  app.get(Readiness).drain();
  const server = app.getHttpServer() as Server;
  server.closeIdleConnections();
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_DEADLINE_MS);
  await app.close();
  clearTimeout(deadline);
  await closeDatabase();
}
