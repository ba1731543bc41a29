import { Body, Controller, Get, Header, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Actor } from '#platform/http/actor.js';
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

const ANSWER = {
  description: 'What is published there, with a token that reads it; or where to go instead.',
  schema: {
    oneOf: [PublishedSiteContentResource, LookupRedirectResource].map((type) => ({
      $ref: getSchemaPath(type),
    })),
  },
};

/** Meaning of addresses, for external renderers. */
@ApiTags('urls')
@Controller('v1/urls')
@ApiExtraModels(PublishedSiteContentResource, LookupRedirectResource)
export class LookupController {
  constructor(
    private readonly lookup: LookupUrl,
    private readonly credentials: Credentials,
  ) {}

  @Post('published')
  @HttpCode(200)
  @Public()
  @Header('Cache-Control', 'no-store')
  @Operation('resolvePublishedContentByUrl', 'Look up the published content at an address, for a visitor')
  @ApiOkResponse(ANSWER)
  async post(@Body() body: LookupBody, @Req() request: Request): Promise<LookupResource> {
    return this.lookup.execute(body, await this.actorOf(request));
  }

  @Get('published')
  @Public()
  @Header('Cache-Control', 'no-store')
  @DeprecatedOperation(
    'getPublishedContentByUrl',
    'Look up the published content at an address; use the operation with a body',
  )
  @ApiOkResponse(ANSWER)
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
