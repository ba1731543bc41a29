import { Body, Controller, Get, Header, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Actor } from '#platform/http/actor.js';
import { OkOneOf } from '#platform/http/answers.js';
import { Public } from '#platform/http/authenticated.js';
import { bearerToken } from '#platform/http/bearer.guard.js';
import { Credentials } from '#platform/http/credentials.js';
import { Unauthorized } from '#platform/http/errors.js';
import { DeprecatedOperation, Operation } from '#platform/http/operation.js';
import {
  LookupBody,
  LookupQuery,
  LookupRedirectResource,
  type LookupResource,
  PublishedSiteContentResource,
} from './lookup.dto.js';
import { LookupUrl } from './lookup-url.js';

const LookupAnswer = OkOneOf(
  [PublishedSiteContentResource, LookupRedirectResource],
  'Published content, with a token that reads it; or an address to go to instead.',
);

/** Meaning of addresses, for external renderers. */
@ApiTags('urls')
@Controller('v1/urls')
export class LookupController {
  constructor(
    private readonly lookup: LookupUrl,
    private readonly credentials: Credentials,
  ) {}

  @Post('published')
  @Public()
  @Header('Cache-Control', 'no-store')
  @Operation('resolvePublishedContentByUrl', 'Look up the published content at an address, for a visitor')
  @LookupAnswer
  async post(@Body() body: LookupBody, @Req() request: Request): Promise<LookupResource> {
    return this.lookup.execute(body, await this.actorOf(request));
  }

  @Get('published')
  @Public()
  @Header('Cache-Control', 'no-store')
  @DeprecatedOperation(
    'getPublishedContentByUrl',
    'Look up the published content at an address; use the operation with a body',
    { since: '2026-11-23', until: '2028-12-31' },
  )
  @LookupAnswer
  async get(@Query() query: LookupQuery, @Req() request: Request): Promise<LookupResource> {
    const { url, redirectOnError, visitorAuthToken: jwtToken } = query;
    const visitor = jwtToken === undefined ? undefined : { jwtToken };
    return this.lookup.execute({ url, redirectOnError, visitor }, await this.actorOf(request));
  }

  /** Nobody needs a token; one that comes along shows previews, so it has to be right. @throws Unauthorized */
  private async actorOf({ headers }: Request): Promise<Actor | null> {
    if (headers.authorization === undefined) return null;
    const token = bearerToken(headers.authorization);
    const actor = token === undefined ? null : await this.credentials.read(token);
    if (!actor) throw new Unauthorized();
    return actor;
  }
}
