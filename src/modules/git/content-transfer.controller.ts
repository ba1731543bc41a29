import type { Readable } from 'node:stream';
import { Controller, Get, Param, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { ApiConsumes, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ChangeRequestParams } from '#modules/change-requests/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedAt, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import {
  ExportQuery,
  GitSpaceParams,
  ImportRunParams,
  ImportRunResource,
  ImportRunsResource,
} from './git.dto.js';
import { presentRun } from './git.presenter.js';
import { GitSync } from './git.service.js';

const LISTED_RUNS = 50;

const ARCHIVE = {
  description: 'A tar archive compressed with gzip.',
  schema: { type: 'string', format: 'binary' },
};

/** Whole folders in and out, as archives. */
@ApiTags('space-content')
@Controller('v1/spaces/:spaceId')
export class ContentTransferController {
  constructor(private readonly git: GitSync) {}

  @Post('content/import')
  @Authenticated('space:content:write')
  @Operation('importSpaceContent', 'Import a folder, sent as a compressed tar archive')
  @ApiConsumes('application/gzip')
  @CreatedAt('spaces/:spaceId/content/imports/:id', ImportRunResource)
  async import(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: GitSpaceParams,
    @Req() request: Request,
  ): Promise<ImportRunResource> {
    const contentType = request.headers['content-type'] ?? '';
    const run = await this.git.upload(actor, spaceId, { stream: request, contentType });
    return presentRun(run);
  }

  @Get('content/imports')
  @Authenticated('space:content:read')
  @Operation('listSpaceImports', 'The latest imports, exports and syncs of a space, newest first')
  @Ok(ImportRunsResource)
  async runs(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: GitSpaceParams,
  ): Promise<ImportRunsResource> {
    return { items: (await this.git.listRuns(actor, spaceId, LISTED_RUNS)).map(presentRun) };
  }

  @Get('content/imports/:runId')
  @Authenticated('space:content:read')
  @Operation('getSpaceImport', 'Get the progress of an import or export, and its report')
  @Ok(ImportRunResource)
  async run(@CurrentActor() actor: Actor, @Param() params: ImportRunParams): Promise<ImportRunResource> {
    return presentRun(await this.git.getRun(actor, params.spaceId, params.runId));
  }

  @Get('content/export')
  @Authenticated('space:content:read')
  @Operation('exportSpaceContent', 'The content of a space as a folder in Git format')
  @ApiProduces('application/gzip')
  @ApiOkResponse(ARCHIVE)
  async export(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: GitSpaceParams,
    @Query() query: ExportQuery,
  ): Promise<StreamableFile> {
    return send(await this.git.exportArchive(actor, spaceId, query.revision), spaceId);
  }

  @Get('change-requests/:changeRequestId/content/export')
  @Authenticated('space:content:read')
  @Operation('exportChangeRequestContent', 'The content of a change request as a folder in Git format')
  @ApiProduces('application/gzip')
  @ApiOkResponse(ARCHIVE)
  async exportChangeRequest(
    @CurrentActor() actor: Actor,
    @Param() { spaceId, changeRequestId }: ChangeRequestParams,
  ): Promise<StreamableFile> {
    return send(await this.git.exportChangeRequest(actor, spaceId, changeRequestId), spaceId);
  }
}

function send(stream: Readable, name: string): StreamableFile {
  return new StreamableFile(stream, {
    type: 'application/gzip',
    disposition: `attachment; filename="${name}.tar.gz"`,
  });
}
