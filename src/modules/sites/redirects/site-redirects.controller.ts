import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { SiteParams } from '../site/site.dto.js';
import {
  BulkRedirectsResource,
  BulkSiteRedirectsBody,
  CreateSiteRedirectBody,
  ListSiteRedirectsQuery,
  SiteRedirectParams,
  SiteRedirectResource,
  UpdateSiteRedirectBody,
} from './site-redirect.dto.js';
import { presentSiteRedirect } from './site-redirect.presenter.js';
import { SiteRedirects } from './site-redirects.service.js';

@ApiTags('site-redirects')
@Controller('v1/orgs/:organizationId/sites/:siteId/redirects')
export class SiteRedirectsController {
  constructor(private readonly redirects: SiteRedirects) {}

  @Get()
  @Authenticated('site:metadata:read')
  @Operation('listSiteRedirects', 'Addresses of a site that lead elsewhere')
  @ApiPage(SiteRedirectResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Query() query: ListSiteRedirectsQuery,
  ) {
    const page = await this.redirects.list(actor, organizationId, siteId, query);
    return { ...page, items: page.items.map(presentSiteRedirect) };
  }

  @Post()
  @Authenticated('site:metadata:write')
  @Operation('createSiteRedirect', 'Let an address of a site lead elsewhere')
  @Created(SiteRedirectResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Body() body: CreateSiteRedirectBody,
  ): Promise<SiteRedirectResource> {
    return presentSiteRedirect(await this.redirects.create(actor, organizationId, siteId, body));
  }

  @Put()
  @Authenticated('site:metadata:write')
  @Operation('bulkUpsertSiteRedirects', 'Change many redirects of a site')
  @Ok(BulkRedirectsResource)
  async bulk(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Body() { redirects }: BulkSiteRedirectsBody,
  ): Promise<BulkRedirectsResource> {
    return { results: await this.redirects.bulk(actor, organizationId, siteId, redirects) };
  }

  @Patch(':siteRedirectId')
  @Authenticated('site:metadata:write')
  @Operation('updateSiteRedirectById', 'Change a redirect of a site')
  @Ok(SiteRedirectResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId, siteRedirectId }: SiteRedirectParams,
    @Body() body: UpdateSiteRedirectBody,
  ): Promise<SiteRedirectResource> {
    return presentSiteRedirect(
      await this.redirects.update(actor, organizationId, siteId, siteRedirectId, body),
    );
  }

  @Delete(':siteRedirectId')
  @Authenticated('site:metadata:write')
  @Operation('deleteSiteRedirectById', 'Delete a redirect of a site')
  @NoContent('It is gone, or never was.')
  async delete(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId, siteRedirectId }: SiteRedirectParams,
  ): Promise<void> {
    await this.redirects.delete(actor, organizationId, siteId, siteRedirectId);
  }
}
