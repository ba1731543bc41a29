import { Controller, Get, Header, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated, Public } from '#platform/http/authenticated.js';
import { answersNotModified } from '#platform/http/not-modified.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { SpecOperations } from './listing/spec-operations.js';
import {
  SpecContentResource,
  SpecOperationResource,
  SpecOperationsQuery,
  SpecParams,
  SpecVersionParams,
  SpecVersionResource,
} from './openapi.dto.js';
import { contentText, mediaTypeOf, presentVersion } from './openapi.presenter.js';
import { OpenApiVersions, type VersionView } from './openapi-versions.service.js';

const NOT_MODIFIED = { status: 304, description: 'The caller has it already (If-None-Match).' } as const;
const BASE = 'v1/orgs/:organizationId/openapi/:specSlug/versions';

@ApiTags('openapi')
@Controller()
export class OpenApiVersionsController {
  constructor(
    private readonly versions: OpenApiVersions,
    private readonly listing: SpecOperations,
    private readonly urls: Urls,
  ) {}

  @Get(BASE)
  @Authenticated('openapi:read')
  @Operation('listOpenAPISpecVersions', 'Versions of a specification, newest first')
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
  @Operation('getLatestOpenAPISpecVersion', 'The newest version of a specification')
  @Ok(SpecVersionResource)
  async getLatest(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
  ): Promise<SpecVersionResource> {
    return presentVersion(await this.versions.get(actor, organizationId, specSlug), this.urls);
  }

  @Get(`${BASE}/latest/content`)
  @Authenticated('openapi:read', { siteReaders: true })
  @Operation('getLatestOpenAPISpecVersionContent', 'Get the content of the newest version of a specification')
  @Ok(SpecContentResource)
  @ApiResponse(NOT_MODIFIED)
  async getLatestContent(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const view = await this.versions.get(actor, organizationId, specSlug);
    return this.content(view, request, response, actor.kind === 'site');
  }

  @Get(`${BASE}/latest/operations`)
  @Authenticated('openapi:read')
  @Operation(
    'listOperationsOfOpenAPISpec',
    'The first 10,000 operations of the newest version of a specification, in its order',
  )
  @ApiPage(SpecOperationResource)
  async operations(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
    @Query() query: SpecOperationsQuery,
  ): Promise<Page<SpecOperationResource>> {
    const found = await this.listing.list(actor, organizationId, specSlug, query);
    return mapPage(found, (one) => ({ object: 'openapi-operation', ...one }));
  }

  @Get(`${BASE}/latest/content/raw`)
  @Authenticated('openapi:read')
  @Header('x-content-type-options', 'nosniff')
  @Operation('getLatestOpenAPISpecVersionRawContent', 'The newest version of a specification as it was given')
  @ApiProduces('application/json', 'application/yaml')
  @ApiOkResponse({ description: 'JSON or YAML, as the source was.', schema: {} })
  @ApiResponse(NOT_MODIFIED)
  async getLatestRaw(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug }: SpecParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    return this.source(await this.versions.get(actor, organizationId, specSlug), request, response);
  }

  @Get('~openapi/:organizationId/:specSlug')
  @Public()
  @Header('x-content-type-options', 'nosniff')
  @Header('access-control-allow-origin', '*')
  @Operation('getPublicOpenAPISpec', 'A public specification as it was given')
  @ApiProduces('application/json', 'application/yaml')
  @ApiOkResponse({ description: 'JSON or YAML, as the source was.', schema: {} })
  @ApiResponse(NOT_MODIFIED)
  async getPublic(
    @Param() { organizationId, specSlug }: SpecParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    return this.source(await this.versions.getPublic(organizationId, specSlug), request, response);
  }

  @Get(`${BASE}/:versionId`)
  @Authenticated('openapi:read')
  @Operation('getOpenAPISpecVersionById', 'One version of a specification')
  @Ok(SpecVersionResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug, versionId }: SpecVersionParams,
  ): Promise<SpecVersionResource> {
    return presentVersion(await this.versions.get(actor, organizationId, specSlug, versionId), this.urls);
  }

  @Get(`${BASE}/:versionId/content`)
  @Authenticated('openapi:read')
  @Operation('getOpenAPISpecVersionContentById', 'Get the content of a version of a specification')
  @Ok(SpecContentResource)
  @ApiResponse(NOT_MODIFIED)
  async getContent(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, specSlug, versionId }: SpecVersionParams,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    return this.content(
      await this.versions.get(actor, organizationId, specSlug, versionId),
      request,
      response,
    );
  }

  /** The ETag includes the state of the specification, which may change beside a version that never does. */
  private async content(
    view: VersionView,
    request: Request,
    response: Response,
    isForReader = false,
  ): Promise<string> {
    response.type('application/json; charset=utf-8');
    const { spec, version } = view;
    const reader = isForReader ? '-site' : '';
    const state = `${version.id}-${spec.updatedAt.getTime()}-${spec.visibility}${reader}`;
    if (answersNotModified(request, response, state)) return '';
    return contentText(view, await this.versions.readJson(view), this.urls, { isForReader });
  }

  private async source(view: VersionView, request: Request, response: Response): Promise<string> {
    if (answersNotModified(request, response, view.version.id)) return '';
    const text = await this.versions.readSource(view);
    response.type(`${mediaTypeOf(text)}; charset=utf-8`);
    return text;
  }
}
