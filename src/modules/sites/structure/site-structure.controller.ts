import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok, OkOneOf } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ReturnsByPreference } from '#platform/http/return-preference.js';
import { Urls } from '#platform/http/urls.js';
import { SiteParams } from '../site/site.dto.js';
import { SiteStructures } from './site-structures.service.js';
import { ShareKeyQuery, SortStructureBody } from './structure.dto.js';
import { presentStructure, presentStructureItem } from './structure.presenter.js';
import {
  SiteExternalLinkResource,
  SiteSectionGroupResource,
  SiteSectionResource,
  SiteSpaceResource,
  SiteStructureResource,
  type StructureItemResource,
} from './structure.resources.js';

const ITEMS = [SiteSpaceResource, SiteSectionResource, SiteSectionGroupResource, SiteExternalLinkResource];

@ApiTags('site-structure')
@Controller('v1/orgs/:organizationId/sites/:siteId/structure')
export class SiteStructureController {
  constructor(
    private readonly structures: SiteStructures,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('site:metadata:read')
  @Operation('getSiteStructure', 'Everything a site is made of, in order')
  @Ok(SiteStructureResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Query() { shareKey }: ShareKeyQuery,
  ): Promise<SiteStructureResource> {
    return presentStructure(await this.structures.view(actor, params, shareKey), this.urls);
  }

  @Patch('sort')
  @Authenticated('site:metadata:write')
  @ReturnsByPreference()
  @Operation(
    'sortSiteStructure',
    'Move a space, section, group or link among what stands beside it, or elsewhere',
  )
  @OkOneOf(ITEMS)
  async sort(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() { item: pointer, position, into }: SortStructureBody,
  ): Promise<StructureItemResource> {
    const { item, view } = await this.structures.move(actor, params, pointer, {
      into,
      before: position?.before,
      after: position?.after,
    });
    return presentStructureItem(item, view, this.urls);
  }
}
