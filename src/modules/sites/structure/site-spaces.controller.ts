import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { paginateArray } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  AddSiteSpaceBody,
  ListSiteSpacesQuery,
  SiteParams,
  SiteSpaceParams,
  SiteSpaceResource,
} from '../site/site.dto.js';
import { SiteAddress } from '../addresses/site-address.js';
import { presentSiteSpace } from '../site/site.presenter.js';
import { SiteStructure } from './site-structure.service.js';

@ApiTags('sites')
@Controller('v1/orgs/:organizationId/sites/:siteId/site-spaces')
export class SiteSpacesController {
  constructor(
    private readonly structure: SiteStructure,
    private readonly urls: Urls,
    private readonly address: SiteAddress,
  ) {}

  @Get()
  @Authenticated('site:metadata:read')
  @ApiOperation({ operationId: 'listSiteSpaces', summary: 'Spaces that a site shows' })
  @ApiPage(SiteSpaceResource)
  async list(@CurrentActor() actor: Actor, @Param() params: SiteParams, @Query() query: ListSiteSpacesQuery) {
    const { row, views } = await this.structure.list(
      actor,
      params.organizationId,
      params.siteId,
      query.default,
    );
    const items = views.map((view) =>
      presentSiteSpace(view.siteSpace, view.space, row, this.urls, this.address),
    );
    return paginateArray(items, query, (item) => item.id);
  }

  @Post()
  @Authenticated('site:metadata:write')
  @ApiOperation({ operationId: 'addSpaceToSite', summary: 'Show a space on a site' })
  @ApiCreatedResponse({ type: SiteSpaceResource })
  async add(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() body: AddSiteSpaceBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SiteSpaceResource> {
    const { row, view } = await this.structure.add(actor, params.organizationId, params.siteId, body);
    response.setHeader(
      'Location',
      this.urls.api('orgs', params.organizationId, 'sites', params.siteId, 'site-spaces', view.siteSpace.id),
    );
    return presentSiteSpace(view.siteSpace, view.space, row, this.urls, this.address);
  }

  @Delete(':siteSpaceId')
  @HttpCode(204)
  @Authenticated('site:metadata:write')
  @ApiOperation({ operationId: 'deleteSiteSpaceById', summary: 'Take a space off a site; the space stays' })
  @ApiNoContentResponse({ description: 'It is off the site, or never was on it.' })
  async remove(@CurrentActor() actor: Actor, @Param() params: SiteSpaceParams): Promise<void> {
    await this.structure.remove(actor, params.organizationId, params.siteId, params.siteSpaceId);
  }
}
