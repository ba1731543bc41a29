import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { RedirectDecisions, SiteScripts } from '#modules/publishing/index.js';
import { presentSiteRedirect, SiteAddress, SiteParams } from '#modules/sites/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { NotFound } from '#platform/http/errors.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import {
  FoundRedirectResource,
  PublishedSiteResource,
  RedirectQuery,
  ShareKeyQuery,
  SiteScriptResource,
  SiteSearchBody,
  SiteSearchQuery,
  SiteSearchResource,
} from './published-site.dto.js';
import { presentPublishedSite, presentSiteScript } from './published-site.presenter.js';
import { placeOf, PublishedSites } from './published-sites.service.js';
import { SearchPublishedSite } from './search-published-site.js';

/** Sites as renderers ask for them. */
@ApiTags('sites')
@Controller('v1/orgs/:organizationId/sites/:siteId')
export class PublishedSitesController {
  constructor(
    private readonly sites: PublishedSites,
    private readonly search: SearchPublishedSite,
    private readonly redirects: RedirectDecisions,
    private readonly urls: Urls,
    private readonly address: SiteAddress,
    private readonly scripts: SiteScripts,
  ) {}

  @Get('published')
  @Authenticated('site:metadata:read', { siteReaders: true })
  @Operation('getPublishedContentSite', 'A site with its structure and all its settings, as you see it')
  @Ok(PublishedSiteResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Query() { shareKey }: ShareKeyQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PublishedSiteResource> {
    const seen = await this.sites.requireSite(actor, organizationId, siteId, shareKey);
    // Content is part of the answer: each site space names its revision.
    response.setHeader('x-gitbook-cache-tag', [...seen.spaces.keys()].map((id) => `space:${id}`).join(','));
    const scripts = await this.scripts.of(organizationId, siteId);
    return presentPublishedSite(seen, this.urls, this.address, scripts);
  }

  @Get('redirect')
  @Authenticated('site:metadata:read', { siteReaders: true })
  @Operation('getSiteRedirectBySource', 'The redirect for a path without a page, and where it leads')
  @Ok(FoundRedirectResource)
  async findRedirect(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Query() { source, shareKey }: RedirectQuery,
  ): Promise<FoundRedirectResource> {
    const seen = await this.sites.requireSite(actor, organizationId, siteId, shareKey);
    const place = placeOf(seen);
    const found = await this.redirects.decide(place, source);
    if (!found) throw new NotFound('redirect');
    return {
      redirect: presentSiteRedirect(found.redirect),
      target: new URL(found.location, place.siteUrl).href,
    };
  }

  @Post('search')
  @Authenticated('space:content:read', { siteReaders: true })
  @Operation('searchSiteContent', 'Find pages of a site by their words')
  @Ok(SiteSearchResource)
  async searchSite(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Body() body: SiteSearchBody,
    @Query() page: SiteSearchQuery,
  ): Promise<SiteSearchResource> {
    return this.search.execute(await this.sites.requireSite(actor, organizationId, siteId), body, page);
  }

  @Get('integration-scripts')
  @Authenticated('site:metadata:read', { siteReaders: true })
  @Operation(
    'listSiteIntegrationScripts',
    'Scripts that integrations add to the pages of a site, for renderers elsewhere',
  )
  @Ok([SiteScriptResource])
  async listScripts(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
  ): Promise<SiteScriptResource[]> {
    await this.sites.requireSite(actor, organizationId, siteId);
    return (await this.scripts.of(organizationId, siteId)).map(presentSiteScript);
  }
}
