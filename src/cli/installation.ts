import { type DynamicModule, type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditLogModule } from '#modules/audit/index.js';
import { MemberColumns, MembershipQueries, OrganizationHooks } from '#modules/organizations/index.js';
import { OperatorsModule } from '#modules/operators/index.js';
import { TeamStandings } from '#modules/teams/index.js';
import { UsersModule } from '#modules/users/index.js';
import { ConfigModule } from '#platform/config/config.module.js';
import { type Config, readConfig } from '#platform/config/env.js';
import { createDataSource } from '#platform/database/data-source.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { DataFolderInUse } from '#platform/database/embedded/errors.js';
import { findRunningServer } from '#platform/database/embedded/running-server.js';
import { migrate } from '#platform/database/migrate.js';
import { type OpenDatabase, openDatabase } from '#platform/database/open-database.js';
import { HealthModule } from '#platform/health/health.module.js';
import { HttpModule } from '#platform/http/http.module.js';
import { LoggingModule } from '#platform/logging/logging.module.js';
import { entities } from '../entities.js';

/** Only what commands on the installation need: no routes are served and no jobs are taken. */
@Module({})
class InstallationModule {
  static register(config: Config, dataSource: OpenDatabase['dataSource']): DynamicModule {
    const platform = [
      ConfigModule.register(config),
      LoggingModule,
      DatabaseModule.register(dataSource),
      HealthModule,
      HttpModule,
    ];
    // They add the parts about organizations and teams to the statements of users, without their modules.
    const statements = [MembershipQueries, MemberColumns, OrganizationHooks, TeamStandings];
    return {
      module: InstallationModule,
      imports: [...platform, AuditLogModule, UsersModule, OperatorsModule],
      providers: statements,
    };
  }
}

/**
 * Runs `work` on this installation's database, brought up to date: the one of a running server, or one that is started
 * for as long as it takes.
 */
export async function withInstallation<T>(
  work: (context: INestApplicationContext, migrations: string[]) => Promise<T>,
): Promise<T> {
  return withDatabase(async (config, dataSource) => {
    const migrations = await migrate(dataSource);
    const module = InstallationModule.register(config, dataSource);
    const context = await NestFactory.createApplicationContext(module, {
      logger: false,
      abortOnError: false,
    });
    try {
      return await work(context, migrations);
    } finally {
      await context.close();
    }
  });
}

/** As `withInstallation`, with the database as it is. */
export async function withDatabase<T>(
  work: (config: Config, dataSource: OpenDatabase['dataSource']) => Promise<T>,
): Promise<T> {
  const config = Object.assign(readConfig(), { logLevel: 'error' } satisfies Partial<Config>);
  const database = await open(config);
  try {
    return await work(config, database.dataSource);
  } finally {
    await database.close();
  }
}

async function open(config: Config): Promise<OpenDatabase> {
  try {
    return await openDatabase(config, entities);
  } catch (error) {
    const running = error instanceof DataFolderInUse ? await findRunningServer(config.dataDir) : undefined;
    if (!running) throw error;
    const dataSource = await createDataSource(running, entities).initialize();
    return { dataSource, close: () => dataSource.destroy() };
  }
}
