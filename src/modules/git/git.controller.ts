import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Urls } from '#platform/http/urls.js';
import {
  ExportToGitRepositoryBody,
  GitSpaceParams,
  GitSyncStateResource,
  ImportGitRepositoryBody,
} from './git.dto.js';
import { presentGitState } from './git.presenter.js';
import { GitService } from './git.service.js';

/** Spaces and Git repositories. Both directions go on in the background; `Location` leads to how they go. */
@ApiTags('space-git')
@Controller('v1/spaces/:spaceId/git')
export class GitController {
  constructor(
    private readonly git: GitService,
    private readonly urls: Urls,
  ) {}

  @Post('import')
  @HttpCode(204)
  @Authenticated('space:git:sync')
  @ApiOperation({ operationId: 'importGitRepository', summary: 'Import a repository into a space' })
  @ApiNoContentResponse({ description: 'The import has begun.' })
  async import(
    @CurrentActor() actor: Actor,
    @Param() params: GitSpaceParams,
    @Body() body: ImportGitRepositoryBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const run = await this.git.importRepository(actor, params.spaceId, body);
    response.setHeader('Location', this.locationOf(run));
  }

  @Post('export')
  @HttpCode(204)
  @Authenticated('space:git:sync')
  @ApiOperation({ operationId: 'exportToGitRepository', summary: 'Commit and push a space to a repository' })
  @ApiNoContentResponse({ description: 'The export has begun.' })
  async export(
    @CurrentActor() actor: Actor,
    @Param() params: GitSpaceParams,
    @Body() body: ExportToGitRepositoryBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const run = await this.git.exportRepository(actor, params.spaceId, body);
    response.setHeader('Location', this.locationOf(run));
  }

  @Get('info')
  @Authenticated('space:metadata:read')
  @ApiOperation({
    operationId: 'getSpaceGitInfo',
    summary: 'The repository of a space, and how its last run goes',
  })
  @ApiOkResponse({ type: GitSyncStateResource })
  async info(@CurrentActor() actor: Actor, @Param() params: GitSpaceParams): Promise<GitSyncStateResource> {
    return presentGitState(await this.git.gitInfo(actor, params.spaceId));
  }

  private locationOf({ spaceId, id }: { spaceId: string; id: string }): string {
    return this.urls.api('spaces', spaceId, 'content', 'imports', id);
  }
}
