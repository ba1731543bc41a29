import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedAt, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { SiteAddress } from '../addresses/site-address.js';
import { SiteParams } from '../site/site.dto.js';
import { presentShareLink } from './share-link.presenter.js';
import {
  CreateShareLinkBody,
  ShareLinkParams,
  ShareLinkResource,
  UpdateShareLinkBody,
} from './share-link.dto.js';
import { ShareLinks } from './share-links.service.js';

@ApiTags('site-share-links')
@Controller('v1/orgs/:organizationId/sites/:siteId/share-links')
export class ShareLinksController {
  constructor(
    private readonly links: ShareLinks,
    private readonly address: SiteAddress,
  ) {}

  @Get()
  @Authenticated('site:metadata:read')
  @Operation('listSiteShareLinks', 'Share links of a site')
  @ApiPage(ShareLinkResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Query() query: PageQuery,
  ): Promise<Page<ShareLinkResource>> {
    const page = await this.links.list(actor, organizationId, siteId, query);
    return mapPage(page, (view) => presentShareLink(view, this.address));
  }

  @Post()
  @Authenticated('site:metadata:write')
  @Operation('createSiteShareLink', 'Make a share link')
  @CreatedAt('orgs/:organizationId/sites/:siteId/share-links/:id', ShareLinkResource)
  async create(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Body() { name }: CreateShareLinkBody,
  ): Promise<ShareLinkResource> {
    const view = await this.links.create(actor, organizationId, siteId, name);
    return presentShareLink(view, this.address);
  }

  @Patch(':shareLinkId')
  @Authenticated('site:metadata:write')
  @Operation('updateSiteShareLinkById', 'Close, open or rename a share link')
  @Ok(ShareLinkResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId, shareLinkId }: ShareLinkParams,
    @Body() body: UpdateShareLinkBody,
  ): Promise<ShareLinkResource> {
    const view = await this.links.update(actor, organizationId, siteId, shareLinkId, body);
    return presentShareLink(view, this.address);
  }

  @Delete(':shareLinkId')
  @Authenticated('site:metadata:write')
  @Operation('deleteSiteShareLinkById', 'Delete a share link; it stops working at once')
  @NoContent('It is gone, or never was.')
  async delete(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId, shareLinkId }: ShareLinkParams,
  ): Promise<void> {
    await this.links.delete(actor, organizationId, siteId, shareLinkId);
  }
}
