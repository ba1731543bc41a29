import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated, Public } from '#platform/http/authenticated.js';
import { NotFound } from '#platform/http/errors.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { SpecContentResource, SpecParams, SpecVersionParams, SpecVersionResource } from './openapi.dto.js';
import { presentContent, presentVersion } from './openapi.presenter.js';
import { OpenApiVersions, type VersionView } from './openapi-versions.service.js';

const BASE = 'v1/orgs/:organizationId/openapi/:specSlug/versions';

@ApiTags('openapi')
@Controller()
export class OpenApiVersionsController {
  constructor(
    private readonly versions: OpenApiVersions,
    private readonly urls: Urls,
  ) {}

  @Get(BASE)
  @Authenticated('openapi:read')
  @ApiOperation({
    operationId: 'listOpenAPISpecVersions',
    summary: 'Versions of a specification, newest first',
  })
  @ApiPage(SpecVersionResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
    @Query() query: PageQuery,
  ): Promise<Page<SpecVersionResource>> {
    const page = await this.versions.list(actor, organizationId, specSlug, query);
    return mapPage(page, (view) => presentVersion(view, this.urls));
  }

  @Get(`${BASE}/latest`)
  @Authenticated('openapi:read')
  @ApiOperation({
    operationId: 'getLatestOpenAPISpecVersion',
    summary: 'The newest version of a specification',
  })
  @ApiOkResponse({ type: SpecVersionResource })
  async getLatest(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
  ): Promise<SpecVersionResource> {
    return presentVersion(await this.versions.get(actor, organizationId, specSlug), this.urls);
  }

  @Get(`${BASE}/latest/content`)
  @Authenticated('openapi:read', { siteReaders: true })
  @ApiOperation({
    operationId: 'getLatestOpenAPISpecVersionContent',
    summary: 'What the newest version of a specification says',
  })
  @ApiOkResponse({ type: SpecContentResource })
  async getLatestContent(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
  ): Promise<SpecContentResource> {
    const view = await this.versions.get(actor, organizationId, specSlug);
    return this.content(view, actor.kind === 'site');
  }

  @Get(`${BASE}/latest/content/raw`)
  @Authenticated('openapi:read')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('x-content-type-options', 'nosniff')
  @ApiOperation({
    operationId: 'getLatestOpenAPISpecVersionRawContent',
    summary: 'The newest version of a specification as it was given',
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'JSON or YAML, as the source was.', schema: { type: 'string' } })
  async getLatestRaw(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
  ): Promise<string> {
    return this.versions.readSource(await this.versions.get(actor, organizationId, specSlug));
  }

  @Get('~openapi/:organizationId/:specSlug')
  @Public()
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('x-content-type-options', 'nosniff')
  @Header('access-control-allow-origin', '*')
  @ApiOperation({ operationId: 'getPublicOpenAPISpec', summary: 'A public specification as it was given' })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'JSON or YAML, as the source was.', schema: { type: 'string' } })
  async getPublic(@Param() { organizationId, specSlug }: SpecParams): Promise<string> {
    return this.versions.readSource(await this.versions.getPublic(organizationId, specSlug));
  }

  @Get(`${BASE}/:versionId`)
  @Authenticated('openapi:read')
  @ApiOperation({ operationId: 'getOpenAPISpecVersionById', summary: 'One version of a specification' })
  @ApiOkResponse({ type: SpecVersionResource })
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug, versionId }: SpecVersionParams,
  ): Promise<SpecVersionResource> {
    return presentVersion(await this.versions.get(actor, organizationId, specSlug, versionId), this.urls);
  }

  @Get(`${BASE}/:versionId/content`)
  @Authenticated('openapi:read')
  @ApiOperation({
    operationId: 'getOpenAPISpecVersionContentById',
    summary: 'What a version of a specification says',
  })
  @ApiOkResponse({ type: SpecContentResource })
  async getContent(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug, versionId }: SpecVersionParams,
  ): Promise<SpecContentResource> {
    return this.content(await this.versions.get(actor, organizationId, specSlug, versionId));
  }

  private async content(view: VersionView, isForReader = false): Promise<SpecContentResource> {
    const { organizationId, id } = view.version;
    const specification = await this.versions.readSpecification(organizationId, id);
    if (!specification) throw new NotFound('OpenAPI specification version');
    return presentContent(view, specification, this.urls, { isForReader });
  }
}
