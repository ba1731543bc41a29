import { Body, Controller, Get, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import {
  ExportToGitRepositoryBody,
  GitSpaceParams,
  GitSyncStateResource,
  ImportGitRepositoryBody,
} from './git.dto.js';
import { presentGitState } from './git.presenter.js';
import { GitSync } from './git.service.js';

/** Spaces and Git repositories. Both directions go on in the background; `Location` leads to how they go. */
@ApiTags('space-git')
@Controller('v1/spaces/:spaceId/git')
export class GitController {
  constructor(
    private readonly git: GitSync,
    private readonly urls: Urls,
  ) {}

  @Post('import')
  @Authenticated('space:git:sync')
  @Operation('importGitRepository', 'Import a repository into a space')
  @NoContent('The import has begun.')
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
  @Authenticated('space:git:sync')
  @Operation('exportToGitRepository', 'Commit and push a space to a repository')
  @NoContent('The export has begun.')
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
  @Operation('getSpaceGitInfo', 'The repository of a space, and how its last run goes')
  @Ok(GitSyncStateResource)
  async info(@CurrentActor() actor: Actor, @Param() params: GitSpaceParams): Promise<GitSyncStateResource> {
    return presentGitState(await this.git.gitInfo(actor, params.spaceId));
  }

  private locationOf({ spaceId, id }: { spaceId: string; id: string }): string {
    return this.urls.api('spaces', spaceId, 'content', 'imports', id);
  }
}
