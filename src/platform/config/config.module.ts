import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from './env.js';

/** Makes the parsed configuration injectable everywhere by its class. */
@Global()
@Module({})
export class ConfigModule {
  static register(config: Config): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: Config, useValue: config }], exports: [Config] };
  }
}
