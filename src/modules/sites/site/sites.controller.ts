import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
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
  @Operation('listSites', 'Sites of an organization')
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
  @Operation('createSite', 'Create a site')
  @CreatedWithLocation(SiteResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationSitesParams,
    @Body() body: CreateSiteBody,
  ): Promise<SiteResource> {
    return this.present(await this.sites.create(actor, params.organizationId, body));
  }

  @Get(':siteId')
  @Authenticated('site:metadata:read')
  @Operation('getSiteById', 'One site')
  @Ok(SiteResource)
  async get(@CurrentActor() actor: Actor, @Param() params: SiteParams): Promise<SiteResource> {
    return this.present(await this.sites.requireSite(actor, params.organizationId, params.siteId, 'view'));
  }

  @Patch(':siteId')
  @Authenticated('site:metadata:write')
  @Operation('updateSiteById', 'Change a site')
  @Ok(SiteResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() body: UpdateSiteBody,
  ): Promise<SiteResource> {
    return this.present(await this.sites.update(actor, params.organizationId, params.siteId, body));
  }

  @Delete(':siteId')
  @Authenticated('site:metadata:write')
  @Operation('deleteSiteById', 'Delete a site; its spaces stay')
  @NoContent('It is gone, or never was.')
  async delete(@CurrentActor() actor: Actor, @Param() params: SiteParams): Promise<void> {
    await this.sites.delete(actor, params.organizationId, params.siteId);
  }

  @Post(':siteId/publish')
  @Authenticated('site:metadata:write')
  @Operation('publishSite', 'Open a site to its readers')
  @Ok(SiteResource)
  async publish(@CurrentActor() actor: Actor, @Param() params: SiteParams): Promise<SiteResource> {
    return this.present(await this.sites.publish(actor, params.organizationId, params.siteId));
  }

  @Post(':siteId/unpublish')
  @Authenticated('site:metadata:write')
  @Operation('unpublishSite', 'Close a site to its readers')
  @Ok(SiteResource)
  async unpublish(@CurrentActor() actor: Actor, @Param() params: SiteParams): Promise<SiteResource> {
    return this.present(await this.sites.unpublish(actor, params.organizationId, params.siteId));
  }

  private present(row: SiteRow): SiteResource {
    return presentSite(row, this.urls, this.address);
  }
}
