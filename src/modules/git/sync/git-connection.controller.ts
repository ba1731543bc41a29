import { Body, Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import { GitSpaceParams } from '../git.dto.js';
import {
  CheckRepositoryBody,
  ConnectRepositoryBody,
  GitConnectionResource,
  RepositoryCheckResource,
  UpdateConnectionBody,
} from './git-connection.dto.js';
import { presentConnection } from './git-connection.presenter.js';
import type { GitConnection } from './git-connections.repository.js';
import { GitConnections } from './git-connections.service.js';

/** The repository that a space stays the same as, whoever writes. */
@ApiTags('space-git')
@Controller('v1/spaces/:spaceId/git')
export class GitConnectionController {
  constructor(
    private readonly connections: GitConnections,
    private readonly urls: Urls,
  ) {}

  @Post('repository-check')
  @Authenticated('space:git:sync')
  @Operation('checkGitRepository', 'The branches of a repository, before it is connected')
  @Ok(RepositoryCheckResource)
  async check(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: GitSpaceParams,
    @Body() body: CheckRepositoryBody,
  ): Promise<RepositoryCheckResource> {
    const { defaultBranch, ...found } = await this.connections.check(actor, spaceId, body);
    return { ...found, ...(defaultBranch === null ? {} : { defaultBranch }) };
  }

  @Post('connection')
  @Authenticated('space:git:sync')
  @Operation('connectGitRepository', 'Connect a space with a branch of a repository')
  @Created(GitConnectionResource)
  async connect(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: GitSpaceParams,
    @Body() body: ConnectRepositoryBody,
  ): Promise<GitConnectionResource> {
    return this.present(await this.connections.connect(actor, spaceId, body));
  }

  @Get('connection')
  @Authenticated('space:git:sync')
  @Operation('getGitConnection', 'The repository that a space is connected with, and how it goes')
  @Ok(GitConnectionResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: GitSpaceParams,
  ): Promise<GitConnectionResource> {
    return this.present(await this.connections.get(actor, spaceId));
  }

  @Patch('connection')
  @Authenticated('space:git:sync')
  @Operation('updateGitConnection', 'Change the branch, folder or token of a connection, or pause it')
  @Ok(GitConnectionResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: GitSpaceParams,
    @Body() body: UpdateConnectionBody,
  ): Promise<GitConnectionResource> {
    return this.present(await this.connections.update(actor, spaceId, body));
  }

  @Delete('connection')
  @Authenticated('space:git:sync')
  @Operation('disconnectGitRepository', 'Disconnect a space from its repository')
  @NoContent('The space and the repository keep what they have.')
  async disconnect(@CurrentActor() actor: Actor, @Param() { spaceId }: GitSpaceParams): Promise<void> {
    await this.connections.disconnect(actor, spaceId);
  }

  @Post('connection/sync')
  @Authenticated('space:git:sync')
  @Operation('syncGitConnection', 'Sync a space with its repository now')
  @NoContent('A run has begun, or was waiting already; `Location` leads to it.')
  async sync(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: GitSpaceParams,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const run = await this.connections.sync(actor, spaceId);
    response.setHeader('Location', this.urls.api('spaces', spaceId, 'content', 'imports', run.id));
  }

  private async present(connection: GitConnection): Promise<GitConnectionResource> {
    return presentConnection(connection, await this.connections.webhookSecretOf(connection), this.urls);
  }
}
