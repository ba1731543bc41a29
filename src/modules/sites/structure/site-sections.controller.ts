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
import { EditSections } from './edit-sections.service.js';
import { MoveSectionBody, type SiteSectionPointerBody } from './moves.dto.js';
import type { SiteSectionEntity } from './site-section.entity.js';
import { type Changed, SiteStructures } from './site-structures.service.js';
import {
  AddSectionBody,
  ListSectionsQuery,
  SiteSectionParams,
  type StructurePointerBody,
  UpdateSectionBody,
} from './structure.dto.js';
import { presentSection, presentSections } from './structure.presenter.js';
import { SiteSectionResource } from './structure.resources.js';

@ApiTags('site-sections')
@Controller('v1/orgs/:organizationId/sites/:siteId/sections')
export class SiteSectionsController {
  constructor(
    private readonly structures: SiteStructures,
    private readonly sections: EditSections,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('site:metadata:read')
  @Operation('listSiteSections', 'Sections of a site')
  @ApiPage(SiteSectionResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Query() query: ListSectionsQuery,
  ): Promise<Page<SiteSectionResource>> {
    const view = await this.structures.view(actor, params, query.shareKey);
    return paginateArray(presentSections(view, this.urls), query, ({ id }) => id);
  }

  @Post()
  @Authenticated('site:metadata:write')
  @Operation('addSectionToSite', 'Add a section with a first space')
  @CreatedAt('orgs/:organizationId/sites/:siteId/sections/:id', SiteSectionResource)
  async add(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() body: AddSectionBody,
  ): Promise<SiteSectionResource> {
    return this.present(await this.sections.add(actor, params, body));
  }

  @Patch(':siteSectionId')
  @Authenticated('site:metadata:write')
  @ReturnsByPreference()
  @Operation('updateSiteSectionById', 'Change a section')
  @Ok(SiteSectionResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSectionParams,
    @Body() body: UpdateSectionBody,
  ): Promise<SiteSectionResource> {
    return this.present(await this.sections.update(actor, params, params.siteSectionId, body));
  }

  @Delete(':siteSectionId')
  @Authenticated('site:metadata:write')
  @Operation('deleteSiteSectionById', 'Take a section and its spaces off a site; the spaces themselves stay')
  @NoContent('It is gone, or never was.')
  async remove(@CurrentActor() actor: Actor, @Param() params: SiteSectionParams): Promise<void> {
    await this.sections.remove(actor, params, params.siteSectionId);
  }

  @Post(':siteSectionId/move')
  @Authenticated('site:metadata:write')
  @DeprecatedOperation('moveSiteSection', 'Move a section in its group or at the top level', {
    since: '2026-11-23',
    until: '2028-12-31',
  })
  @Ok(SiteSectionResource)
  async move(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSectionParams,
    @Body() { position }: MoveSectionBody,
  ): Promise<SiteSectionResource> {
    const item = { type: 'site-section', id: params.siteSectionId } as const;
    const to = { before: pointerTo(position?.before), after: pointerTo(position?.after) };
    return this.present(await this.structures.move<SiteSectionEntity>(actor, params, item, to));
  }

  private present({ item, view }: Changed<SiteSectionEntity>): SiteSectionResource {
    return presentSection(item, view, this.urls);
  }
}

function pointerTo(named: SiteSectionPointerBody | undefined): StructurePointerBody | undefined {
  return named && { type: named.type, id: named.siteSection };
}
