import { Global, Module } from '@nestjs/common';
import { ConfiguredServerFetch } from './configured-server-fetch.js';
import { GuardedFetch } from './guarded-fetch.js';

/** The clients for requests that we make to others. */
@Global()
@Module({ providers: [GuardedFetch, ConfiguredServerFetch], exports: [GuardedFetch, ConfiguredServerFetch] })
export class HttpClientModule {}
