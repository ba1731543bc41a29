import { Body, Controller, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import {
  GlossaryEntryParams,
  GlossaryEntryResource,
  ListGlossaryQuery,
  UpdateGlossaryBody,
} from './glossary.dto.js';
import { presentGlossaryEntry } from './glossary.presenter.js';
import { Glossary } from './glossary.service.js';

@ApiTags('translations')
@Controller('v1/orgs/:organizationId/translations-glossary')
export class GlossaryController {
  constructor(
    private readonly glossary: Glossary,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('organization:read')
  @Operation('listGlossaryEntries', 'List the glossary of an organization')
  @ApiPage(GlossaryEntryResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() { search, ...page }: ListGlossaryQuery,
  ): Promise<Page<GlossaryEntryResource>> {
    return mapPage(await this.glossary.list(actor, organizationId, page, search), (entry) =>
      presentGlossaryEntry(entry, this.urls),
    );
  }

  @Put()
  @HttpCode(204)
  @Authenticated('organization:write')
  @Operation('updateGlossaryEntries', 'Insert, update and delete entries of the glossary, all or none')
  @ApiNoContentResponse()
  async change(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() { operations }: UpdateGlossaryBody,
  ): Promise<void> {
    await this.glossary.change(actor, organizationId, operations);
  }

  @Get(':glossaryEntryId')
  @Authenticated('organization:read')
  @Operation('getGlossaryEntry', 'One entry of the glossary')
  @Ok(GlossaryEntryResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, glossaryEntryId }: GlossaryEntryParams,
  ): Promise<GlossaryEntryResource> {
    return presentGlossaryEntry(await this.glossary.get(actor, organizationId, glossaryEntryId), this.urls);
  }
}
