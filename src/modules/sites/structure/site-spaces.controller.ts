import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { type Page, paginateArray } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Deprecated } from '#platform/http/deprecated.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { ReturnsByPreference } from '#platform/http/return-preference.js';
import { Urls } from '#platform/http/urls.js';
import { SiteParams } from '../site/site.dto.js';
import { EditSiteSpaces } from './edit-site-spaces.service.js';
import { MoveSiteSpaceBody, type SiteSpacePointerBody } from './moves.dto.js';
import type { SiteSpaceEntity } from './site-space.entity.js';
import { type Changed, SiteStructures } from './site-structures.service.js';
import {
  AddSiteSpaceBody,
  DuplicateSiteSpaceBody,
  ListSiteSpacesQuery,
  SiteSpaceParams,
  type StructurePointerBody,
  UpdateSiteSpaceBody,
} from './structure.dto.js';
import { presentSiteSpace, presentSiteSpaces } from './structure.presenter.js';
import { SiteSpaceResource } from './structure.resources.js';

@ApiTags('site-spaces')
@Controller('v1/orgs/:organizationId/sites/:siteId/site-spaces')
export class SiteSpacesController {
  constructor(
    private readonly structures: SiteStructures,
    private readonly siteSpaces: EditSiteSpaces,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('site:metadata:read')
  @ApiOperation({ operationId: 'listSiteSpaces', summary: 'Spaces that a site shows' })
  @ApiPage(SiteSpaceResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Query() query: ListSiteSpacesQuery,
  ): Promise<Page<SiteSpaceResource>> {
    const view = await this.structures.view(actor, params, query.shareKey);
    const wanted = presentSiteSpaces(view, this.urls).filter(
      (space) => query.default === undefined || space.default === query.default,
    );
    return paginateArray(wanted, query, ({ id }) => id);
  }

  @Post()
  @Authenticated('site:metadata:write')
  @ReturnsByPreference()
  @ApiOperation({ operationId: 'addSpaceToSite', summary: 'Show a space on a site' })
  @ApiCreatedResponse({ type: SiteSpaceResource })
  async add(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() body: AddSiteSpaceBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SiteSpaceResource> {
    return this.presentNew(params, await this.siteSpaces.add(actor, params, body), response);
  }

  @Patch(':siteSpaceId')
  @Authenticated('site:metadata:write')
  @ReturnsByPreference()
  @ApiOperation({ operationId: 'updateSiteSpaceById', summary: 'Change how a site shows a space' })
  @ApiOkResponse({ type: SiteSpaceResource })
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSpaceParams,
    @Body() body: UpdateSiteSpaceBody,
  ): Promise<SiteSpaceResource> {
    return this.present(await this.siteSpaces.update(actor, params, params.siteSpaceId, body));
  }

  @Delete(':siteSpaceId')
  @HttpCode(204)
  @Authenticated('site:metadata:write')
  @ApiOperation({ operationId: 'deleteSiteSpaceById', summary: 'Take a space off a site; the space stays' })
  @ApiNoContentResponse({ description: 'It is off the site, or never was on it.' })
  async remove(@CurrentActor() actor: Actor, @Param() params: SiteSpaceParams): Promise<void> {
    await this.siteSpaces.remove(actor, params, params.siteSpaceId);
  }

  @Post(':siteSpaceId/duplicate')
  @Authenticated('site:metadata:write')
  @ApiOperation({ operationId: 'duplicateSiteSpace', summary: 'Show a copy of a space behind it' })
  @ApiCreatedResponse({ type: SiteSpaceResource })
  async duplicate(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSpaceParams,
    @Body() body: DuplicateSiteSpaceBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SiteSpaceResource> {
    return this.presentNew(
      params,
      await this.siteSpaces.duplicate(actor, params, params.siteSpaceId, body),
      response,
    );
  }

  @Post(':siteSpaceId/move')
  @HttpCode(200)
  @Authenticated('site:metadata:write')
  @Deprecated({ operationId: 'moveSiteSpace', summary: 'Move a site space in its section' })
  @ApiOkResponse({ type: SiteSpaceResource })
  async move(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSpaceParams,
    @Body() { position }: MoveSiteSpaceBody,
  ): Promise<SiteSpaceResource> {
    const [item, before, after] = [params.siteSpaceId, position?.before, position?.after].map(pointerTo);
    return this.present(
      await this.structures.move<SiteSpaceEntity>(actor, params, item as StructurePointerBody, {
        before,
        after,
      }),
    );
  }

  private presentNew(
    { organizationId, siteId }: SiteParams,
    added: Changed<SiteSpaceEntity>,
    response: Response,
  ): SiteSpaceResource {
    const { id } = added.item;
    response.setHeader('Location', this.urls.api('orgs', organizationId, 'sites', siteId, 'site-spaces', id));
    return this.present(added);
  }

  private present({ item, view }: Changed<SiteSpaceEntity>): SiteSpaceResource {
    return presentSiteSpace(item, view, this.urls);
  }
}

function pointerTo(named: string | SiteSpacePointerBody | undefined): StructurePointerBody | undefined {
  if (named === undefined) return undefined;
  return { type: 'site-space', id: typeof named === 'string' ? named : named.siteSpace };
}
