import { Body, Controller, Delete, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedAt, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ReturnsByPreference } from '#platform/http/return-preference.js';
import { SiteParams } from '../site/site.dto.js';
import { EditNavigation } from './edit-navigation.service.js';
import { AddExternalLinkBody, SiteExternalLinkParams, UpdateExternalLinkBody } from './structure.dto.js';
import { presentExternalLink } from './structure.presenter.js';
import { SiteExternalLinkResource } from './structure.resources.js';

@ApiTags('site-external-links')
@Controller('v1/orgs/:organizationId/sites/:siteId/external-links')
export class SiteExternalLinksController {
  constructor(private readonly navigation: EditNavigation) {}

  @Post()
  @Authenticated('site:metadata:write')
  @Operation('addExternalLinkToSite', 'Put a link among the sections of a site')
  @CreatedAt('orgs/:organizationId/sites/:siteId/external-links/:id', SiteExternalLinkResource)
  async add(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() body: AddExternalLinkBody,
  ): Promise<SiteExternalLinkResource> {
    const { item } = await this.navigation.addLink(actor, params, body);
    return presentExternalLink(item);
  }

  @Patch(':siteExternalLinkId')
  @Authenticated('site:metadata:write')
  @ReturnsByPreference()
  @Operation('updateSiteExternalLinkById', 'Change a link among the sections')
  @Ok(SiteExternalLinkResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: SiteExternalLinkParams,
    @Body() body: UpdateExternalLinkBody,
  ): Promise<SiteExternalLinkResource> {
    const changed = await this.navigation.updateLink(actor, params, params.siteExternalLinkId, body);
    return presentExternalLink(changed.item);
  }

  @Delete(':siteExternalLinkId')
  @Authenticated('site:metadata:write')
  @Operation('deleteSiteExternalLinkById', 'Delete a link among the sections')
  @NoContent('It is gone, or never was.')
  async remove(@CurrentActor() actor: Actor, @Param() params: SiteExternalLinkParams): Promise<void> {
    await this.navigation.removeLink(actor, params, params.siteExternalLinkId);
  }
}
