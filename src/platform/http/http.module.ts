import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { BearerGuard } from './bearer.guard.js';
import { JsonBody } from './body/json-body.interceptor.js';
import { ClientAddress } from './client-address.js';
import { Credentials } from './credentials.js';
import { FrontDoor } from '../web/front-door.js';
import { ErrorFilter } from './error.filter.js';
import { RateLimiter } from './rate-limiter.js';
import { Urls } from './urls.js';
import { DtoPipe } from './validation.pipe.js';

/** Guard, body reader, pipe and error filter of every route. */
@Global()
@Module({
  providers: [
    ClientAddress,
    Credentials,
    Urls,
    RateLimiter,
    FrontDoor,
    { provide: APP_GUARD, useClass: BearerGuard },
    { provide: APP_INTERCEPTOR, useClass: JsonBody },
    { provide: APP_PIPE, useClass: DtoPipe },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [ClientAddress, Credentials, FrontDoor, RateLimiter, Urls],
})
export class HttpModule {}
