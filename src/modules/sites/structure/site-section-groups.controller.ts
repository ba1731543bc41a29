import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Page, paginateArray } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedAt, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { DeprecatedOperation, Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { ReturnsByPreference } from '#platform/http/return-preference.js';
import { Urls } from '#platform/http/urls.js';
import { SiteParams } from '../site/site.dto.js';
import { EditNavigation } from './edit-navigation.service.js';
import { MoveSectionGroupBody } from './moves.dto.js';
import type { SiteSectionGroupEntity } from './site-section-group.entity.js';
import { type Changed, SiteStructures } from './site-structures.service.js';
import {
  AddSectionGroupBody,
  AddSectionToGroupBody,
  GroupedSectionParams,
  SiteSectionGroupParams,
  UpdateSectionGroupBody,
} from './structure.dto.js';
import { presentSectionGroup, presentSectionGroups } from './structure.presenter.js';
import { SiteSectionGroupResource } from './structure.resources.js';

const PATH = 'orgs/:organizationId/sites/:siteId/section-groups/:id';

@ApiTags('site-section-groups')
@Controller('v1/orgs/:organizationId/sites/:siteId/section-groups')
export class SiteSectionGroupsController {
  constructor(
    private readonly structures: SiteStructures,
    private readonly navigation: EditNavigation,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('site:metadata:read')
  @Operation('listSiteSectionGroups', 'Section groups of a site')
  @ApiPage(SiteSectionGroupResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Query() query: PageQuery,
  ): Promise<Page<SiteSectionGroupResource>> {
    const view = await this.structures.view(actor, params);
    return paginateArray(presentSectionGroups(view, this.urls), query, ({ id }) => id);
  }

  @Post()
  @Authenticated('site:metadata:write')
  @Operation('addSectionGroupToSite', 'Put sections under one title')
  @CreatedAt(PATH, SiteSectionGroupResource)
  async add(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() body: AddSectionGroupBody,
  ): Promise<SiteSectionGroupResource> {
    return this.present(await this.navigation.addGroup(actor, params, body));
  }

  @Patch(':siteSectionGroupId')
  @Authenticated('site:metadata:write')
  @ReturnsByPreference()
  @Operation('updateSiteSectionGroupById', 'Change a section group')
  @Ok(SiteSectionGroupResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSectionGroupParams,
    @Body() body: UpdateSectionGroupBody,
  ): Promise<SiteSectionGroupResource> {
    return this.present(await this.navigation.updateGroup(actor, params, params.siteSectionGroupId, body));
  }

  @Delete(':siteSectionGroupId')
  @Authenticated('site:metadata:write')
  @Operation('deleteSiteSectionGroupById', 'Dissolve a section group; what is in it takes its place')
  @NoContent('It is gone, or never was.')
  async remove(@CurrentActor() actor: Actor, @Param() params: SiteSectionGroupParams): Promise<void> {
    await this.navigation.removeGroup(actor, params, params.siteSectionGroupId);
  }

  @Post(':siteSectionGroupId/sections')
  @Authenticated('site:metadata:write')
  @Operation('addSectionToGroup', 'Move a section into a section group')
  @CreatedAt(PATH, SiteSectionGroupResource)
  async addSection(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSectionGroupParams,
    @Body() { sectionId }: AddSectionToGroupBody,
  ): Promise<SiteSectionGroupResource> {
    const { siteSectionGroupId: groupId } = params;
    return this.present(await this.navigation.addSectionToGroup(actor, params, groupId, sectionId));
  }

  @Delete(':siteSectionGroupId/sections/:siteSectionId')
  @Authenticated('site:metadata:write')
  @Operation('removeSectionFromGroup', 'Move a section out of a section group to the top level')
  @NoContent('It is not in the group, or never was.')
  async removeSection(@CurrentActor() actor: Actor, @Param() params: GroupedSectionParams): Promise<void> {
    const { siteSectionGroupId, siteSectionId } = params;
    await this.navigation.removeSectionFromGroup(actor, params, siteSectionGroupId, siteSectionId);
  }

  @Post(':siteSectionGroupId/move')
  @Authenticated('site:metadata:write')
  @DeprecatedOperation('moveSiteSectionGroup', 'Move a section group beside its neighbours', {
    since: '2026-11-23',
    until: '2028-12-31',
  })
  @Ok(SiteSectionGroupResource)
  async move(
    @CurrentActor() actor: Actor,
    @Param() params: SiteSectionGroupParams,
    @Body() { position }: MoveSectionGroupBody,
  ): Promise<SiteSectionGroupResource> {
    const item = { type: 'site-section-group', id: params.siteSectionGroupId } as const;
    return this.present(await this.structures.move<SiteSectionGroupEntity>(actor, params, item, position));
  }

  private present({ item, view }: Changed<SiteSectionGroupEntity>): SiteSectionGroupResource {
    return presentSectionGroup(item, view, this.urls);
  }
}
