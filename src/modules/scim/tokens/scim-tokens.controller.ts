import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created, NoContent } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  CreateScimTokenBody,
  NewScimTokenResource,
  ScimTokenParams,
  ScimTokenResource,
} from './scim-token.dto.js';
import type { ScimToken } from './scim-tokens.repository.js';
import { ScimTokens } from './scim-tokens.service.js';

/** Bindery's own operations: tokens with which identity providers speak SCIM. */
@ApiTags('scim')
@Controller('v1/orgs/:organizationId/scim-tokens')
export class ScimTokensController {
  constructor(
    private readonly tokens: ScimTokens,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('organization:read')
  @Operation('listOrganizationSCIMTokens', 'Tokens for provisioning, oldest first')
  @ApiPage(ScimTokenResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Query() query: PageQuery,
  ): Promise<Page<ScimTokenResource>> {
    return mapPage(await this.tokens.list(actor, params.organizationId, query), presentScimToken);
  }

  @Post()
  @Authenticated('organization:write')
  @Operation('createOrganizationSCIMToken', 'Make a token for provisioning')
  @Created(NewScimTokenResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Body() { label, defaultRole = null }: CreateScimTokenBody,
  ): Promise<NewScimTokenResource> {
    const made = await this.tokens.create(actor, params.organizationId, { label, defaultRole });
    const secret = { token: made.token, baseURL: this.urls.at('scim', 'v2') };
    return Object.assign(presentScimToken(made.record), secret);
  }

  @Delete(':scimTokenId')
  @Authenticated('organization:write')
  @Operation('revokeOrganizationSCIMToken', 'Revoke a token for provisioning')
  @NoContent('It is gone, also when it never was.')
  async revoke(@CurrentActor() actor: Actor, @Param() params: ScimTokenParams): Promise<void> {
    await this.tokens.revoke(actor, params.organizationId, params.scimTokenId);
  }
}

function presentScimToken({ id, label, defaultRole, createdAt, lastUsedAt }: ScimToken): ScimTokenResource {
  return {
    object: 'scim-token',
    ...{ id, label, defaultRole },
    createdAt: createdAt.toISOString(),
    ...(lastUsedAt === null ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
