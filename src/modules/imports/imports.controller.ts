import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created, CreatedAt, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import {
  ContentImportParams,
  ContentImportRunResource,
  ImportOrganizationParams,
  StartImportBody,
} from './imports.dto.js';
import { presentImport, presentImportSummary } from './imports.presenter.js';
import { Imports } from './imports.service.js';

/** Imports of websites and files. */
@ApiTags('imports')
@Controller('v1/org/:organizationId/imports')
export class ImportsController {
  constructor(private readonly imports: Imports) {}

  @Post()
  @Authenticated('space:content:write')
  @Operation('startImportRun', 'Import a website or uploaded files into a space')
  @CreatedAt('org/:organizationId/imports/:id', ContentImportRunResource)
  async start(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: ImportOrganizationParams,
    @Body() body: StartImportBody,
  ): Promise<ContentImportRunResource> {
    const view = await this.imports.start(actor, organizationId, body);
    return presentImport(view);
  }

  @Get()
  @Authenticated('space:content:read')
  @Operation('listImportRuns', 'Imports into spaces that are visible to you')
  @ApiPage(ContentImportRunResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: ImportOrganizationParams,
    @Query() query: PageQuery,
  ): Promise<Page<ContentImportRunResource>> {
    return mapPage(await this.imports.list(actor, organizationId, query), presentImportSummary);
  }

  @Get(':importRunId')
  @Authenticated('space:content:read')
  @Operation('getImportRun', 'Get the progress of an import, page by page')
  @Ok(ContentImportRunResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, importRunId }: ContentImportParams,
  ): Promise<ContentImportRunResource> {
    return presentImport(await this.imports.get(actor, organizationId, importRunId));
  }

  @Post(':importRunId/cancel')
  @Authenticated('space:content:write')
  @Operation('cancelImportRun', 'End an import; nothing of it comes into the space')
  @Created(ContentImportRunResource)
  async cancel(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, importRunId }: ContentImportParams,
  ): Promise<ContentImportRunResource> {
    return presentImport(await this.imports.cancel(actor, organizationId, importRunId));
  }
}
