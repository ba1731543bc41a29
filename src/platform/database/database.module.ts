import { type DynamicModule, Global, Module, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Readiness } from '../health/readiness.js';
import { Database } from './database.js';
import { SchemaState } from './schema-state.js';

/** Provides the `Database` over a data source that the entry point opened and migrated. */
@Global()
@Module({})
export class DatabaseModule implements OnModuleInit {
  constructor(
    private readonly readiness: Readiness,
    private readonly db: Database,
    private readonly dataSource: DataSource,
  ) {}

  static register(dataSource: DataSource): DynamicModule {
    const providers = [{ provide: DataSource, useValue: dataSource }, Database, SchemaState];
    return { module: DatabaseModule, providers, exports: [Database, SchemaState] };
  }

  onModuleInit(): void {
    this.readiness.register({ name: 'database', check: () => this.checkWritable() });
    this.readiness.register({
      name: 'migrations',
      check: async () => {
        if (await this.dataSource.showMigrations()) throw new Error('Migrations are pending.');
      },
    });
  }

  /** A server that takes no changes is the old primary server, or was not made the new one yet. */
  private async checkWritable(): Promise<void> {
    if ((await this.db.queryValue('show transaction_read_only')) === 'on')
      throw new Error('The database takes no changes.');
  }
}
