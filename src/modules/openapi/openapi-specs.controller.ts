import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { BodyLimit } from '#platform/http/body/body-limit.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  CreateSpecBody,
  PutSpecBody,
  PutSpecParams,
  SpecParams,
  SpecResource,
  UpdateSpecBody,
} from './openapi.dto.js';
import { presentSpec } from './openapi.presenter.js';
import { OpenApiSpecs } from './openapi-specs.service.js';
import { sourceOf } from './spec-source.js';

@ApiTags('openapi')
@Controller('v1/orgs/:organizationId/openapi')
export class OpenApiSpecsController {
  constructor(
    private readonly specs: OpenApiSpecs,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('openapi:read')
  @Operation('listOpenAPISpecs', 'OpenAPI specifications of an organization, by slug')
  @ApiPage(SpecResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() query: PageQuery,
  ): Promise<Page<SpecResource>> {
    return mapPage(await this.specs.list(actor, organizationId, query), (view) =>
      presentSpec(view, this.urls),
    );
  }

  @Post()
  @Authenticated('openapi:write')
  @BodyLimit(32)
  @Operation('createOpenAPISpec', 'Register a specification; it is read in the background')
  @Created(SpecResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() { slug, source }: CreateSpecBody,
  ): Promise<SpecResource> {
    return presentSpec(await this.specs.create(actor, organizationId, slug, sourceOf(source)), this.urls);
  }

  @Get(':specSlug')
  @Authenticated('openapi:read')
  @Operation('getOpenAPISpecBySlug', 'One OpenAPI specification')
  @Ok(SpecResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
  ): Promise<SpecResource> {
    return presentSpec(await this.specs.requireSpec(actor, organizationId, specSlug, 'view'), this.urls);
  }

  @Put(':specSlug')
  @Authenticated('openapi:write')
  @BodyLimit(32)
  @Operation('createOrUpdateOpenAPISpecBySlug', 'Give a specification another source, or register it')
  @Ok(SpecResource)
  async put(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: PutSpecParams,
    @Body() { source }: PutSpecBody,
  ): Promise<SpecResource> {
    return presentSpec(await this.specs.put(actor, organizationId, specSlug, sourceOf(source)), this.urls);
  }

  @Patch(':specSlug')
  @Authenticated('openapi:write')
  @Operation('updateOpenAPISpecBySlug', 'Say who may read a specification')
  @Ok(SpecResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
    @Body() { visibility }: UpdateSpecBody,
  ): Promise<SpecResource> {
    return presentSpec(
      await this.specs.setVisibility(actor, organizationId, specSlug, visibility),
      this.urls,
    );
  }

  @Delete(':specSlug')
  @Authenticated('openapi:write')
  @Operation(
    'deleteOpenAPISpecBySlug',
    'Delete a specification with its versions; pages computed from it stay as they are',
  )
  @NoContent('It is gone, or was not there.')
  async delete(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
  ): Promise<void> {
    await this.specs.delete(actor, organizationId, specSlug);
  }
}
