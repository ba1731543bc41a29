import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Page, paginateArray } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedAt, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { DeprecatedOperation, Operation } from '#platform/http/operation.js';
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

const PATH = 'orgs/:organizationId/sites/:siteId/site-spaces/:id';

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
  @Operation('listSiteSpaces', 'Spaces that a site shows')
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
  @CreatedAt(PATH, SiteSpaceResource)
  @ReturnsByPreference()
  @Operation('addSpaceToSite', 'Show a space on a site')
  async add(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() body: AddSiteSpaceBody,
  ): Promise<SiteSpaceResource> {
    return this.present(await this.siteSpaces.add(actor, params, body));
  }

  @Patch(':siteSpaceId')
  @Authenticated('site:metadata:write')
  @ReturnsByPreference()
  @Operation('updateSiteSpaceById', 'Change how a site shows a space')
  @Ok(SiteSpaceResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSpaceParams,
    @Body() body: UpdateSiteSpaceBody,
  ): Promise<SiteSpaceResource> {
    return this.present(await this.siteSpaces.update(actor, params, params.siteSpaceId, body));
  }

  @Delete(':siteSpaceId')
  @Authenticated('site:metadata:write')
  @Operation('deleteSiteSpaceById', 'Take a space off a site; the space stays')
  @NoContent('It is off the site, or never was on it.')
  async remove(@CurrentActor() actor: Actor, @Param() params: SiteSpaceParams): Promise<void> {
    await this.siteSpaces.remove(actor, params, params.siteSpaceId);
  }

  @Post(':siteSpaceId/duplicate')
  @Authenticated('site:metadata:write')
  @Operation('duplicateSiteSpace', 'Show a copy of a space behind it')
  @CreatedAt(PATH, SiteSpaceResource)
  async duplicate(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSpaceParams,
    @Body() body: DuplicateSiteSpaceBody,
  ): Promise<SiteSpaceResource> {
    return this.present(await this.siteSpaces.duplicate(actor, params, params.siteSpaceId, body));
  }

  @Post(':siteSpaceId/move')
  @Authenticated('site:metadata:write')
  @DeprecatedOperation('moveSiteSpace', 'Move a site space in its section', {
    since: '2026-11-23',
    until: '2028-12-31',
  })
  @Ok(SiteSpaceResource)
  async move(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSpaceParams,
    @Body() { position }: MoveSiteSpaceBody,
  ): Promise<SiteSpaceResource> {
    const item = { type: 'site-space', id: params.siteSpaceId } as const;
    const to = { before: pointerTo(position?.before), after: pointerTo(position?.after) };
    return this.present(await this.structures.move<SiteSpaceEntity>(actor, params, item, to));
  }

  private present({ item, view }: Changed<SiteSpaceEntity>): SiteSpaceResource {
    return presentSiteSpace(item, view, this.urls);
  }
}

function pointerTo(named: SiteSpacePointerBody | undefined): StructurePointerBody | undefined {
  return named && { type: named.type, id: named.siteSpace };
}
