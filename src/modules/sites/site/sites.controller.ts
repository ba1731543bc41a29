import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  CreateSiteBody,
  ListSitesQuery,
  OrganizationSitesParams,
  SiteParams,
  SiteResource,
  UpdateSiteBody,
} from './site.dto.js';
import { SiteAddress } from '../addresses/site-address.js';
import { presentSite } from './site.presenter.js';
import { Sites } from './sites.service.js';
import type { SiteRow } from './sites.repository.js';

@ApiTags('sites')
@Controller('v1/orgs/:organizationId/sites')
export class SitesController {
  constructor(
    private readonly sites: Sites,
    private readonly urls: Urls,
    private readonly address: SiteAddress,
  ) {}

  @Get()
  @Authenticated('site:metadata:read')
  @ApiOperation({ operationId: 'listSites', summary: 'Sites of an organization' })
  @ApiPage(SiteResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationSitesParams,
    @Query() query: ListSitesQuery,
  ) {
    const page = await this.sites.list(actor, params.organizationId, query);
    return { ...page, items: page.items.map((row) => this.present(row)) };
  }

  @Post()
  @Authenticated('site:metadata:write')
  @ApiOperation({ operationId: 'createSite', summary: 'Create a site' })
  @ApiCreatedResponse({ type: SiteResource })
  async create(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationSitesParams,
    @Body() body: CreateSiteBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SiteResource> {
    const site = this.present(await this.sites.create(actor, params.organizationId, body));
    response.setHeader('Location', site.urls.location);
    return site;
  }

  @Get(':siteId')
  @Authenticated('site:metadata:read')
  @ApiOperation({ operationId: 'getSiteById', summary: 'One site' })
  @ApiOkResponse({ type: SiteResource })
  async get(@CurrentActor() actor: Actor, @Param() params: SiteParams): Promise<SiteResource> {
    return this.present(await this.sites.requireSite(actor, params.organizationId, params.siteId, 'view'));
  }

  @Patch(':siteId')
  @Authenticated('site:metadata:write')
  @ApiOperation({ operationId: 'updateSiteById', summary: 'Change a site' })
  @ApiOkResponse({ type: SiteResource })
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() body: UpdateSiteBody,
  ): Promise<SiteResource> {
    return this.present(await this.sites.update(actor, params.organizationId, params.siteId, body));
  }

  @Delete(':siteId')
  @HttpCode(204)
  @Authenticated('site:metadata:write')
  @ApiOperation({ operationId: 'deleteSiteById', summary: 'Delete a site; its spaces stay' })
  @ApiNoContentResponse({ description: 'It is gone, or never was.' })
  async delete(@CurrentActor() actor: Actor, @Param() params: SiteParams): Promise<void> {
    await this.sites.delete(actor, params.organizationId, params.siteId);
  }

  @Post(':siteId/publish')
  @HttpCode(200)
  @Authenticated('site:metadata:write')
  @ApiOperation({ operationId: 'publishSite', summary: 'Open a site to its readers' })
  @ApiOkResponse({ type: SiteResource })
  async publish(@CurrentActor() actor: Actor, @Param() params: SiteParams): Promise<SiteResource> {
    return this.present(await this.sites.publish(actor, params.organizationId, params.siteId));
  }

  @Post(':siteId/unpublish')
  @HttpCode(200)
  @Authenticated('site:metadata:write')
  @ApiOperation({ operationId: 'unpublishSite', summary: 'Close a site to its readers' })
  @ApiOkResponse({ type: SiteResource })
  async unpublish(@CurrentActor() actor: Actor, @Param() params: SiteParams): Promise<SiteResource> {
    return this.present(await this.sites.unpublish(actor, params.organizationId, params.siteId));
  }

  private present(row: SiteRow): SiteResource {
    return presentSite(row, this.urls, this.address);
  }
}
