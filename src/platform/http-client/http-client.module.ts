import { Global, Module } from '@nestjs/common';
import { GuardedFetch } from './guarded-fetch.js';

/** The client for requests that we make to others. */
@Global()
@Module({ providers: [GuardedFetch], exports: [GuardedFetch] })
export class HttpClientModule {}
