import { Body, Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import {
  CheckRepositoryBody,
  ConnectRepositoryBody,
  RepositoryCheckResource,
  UpdateConnectionBody,
} from '../sync/git-connection.dto.js';
import {
  GitSiteParams,
  SiteConnectionResource,
  SiteRunParams,
  SiteRunResource,
  SiteRunsResource,
} from './site-connection.dto.js';
import { presentSiteConnection, presentSiteRun } from './site-connection.presenter.js';
import type { SiteConnection } from './site-connections.repository.js';
import { SiteConnections } from './site-connections.service.js';

const LISTED_RUNS = 50;

/** The repository that the structure of a site and the pages of its spaces stay the same as, whoever writes. */
@ApiTags('site-git')
@Controller('v1/orgs/:organizationId/sites/:siteId/git')
export class SiteConnectionController {
  constructor(
    private readonly connections: SiteConnections,
    private readonly urls: Urls,
  ) {}

  @Post('repository-check')
  @Authenticated('space:git:sync')
  @Operation('checkSiteGitRepository', 'The branches of a repository, before a site is connected with it')
  @Ok(RepositoryCheckResource)
  async check(
    @CurrentActor() actor: Actor,
    @Param() params: GitSiteParams,
    @Body() body: CheckRepositoryBody,
  ): Promise<RepositoryCheckResource> {
    const { defaultBranch, ...found } = await this.connections.check(actor, params, body);
    return { ...found, ...(defaultBranch === null ? {} : { defaultBranch }) };
  }

  @Post('connection')
  @Authenticated('space:git:sync')
  @Operation('connectSiteGitRepository', 'Connect a site with a branch of a repository')
  @Created(SiteConnectionResource)
  async connect(
    @CurrentActor() actor: Actor,
    @Param() params: GitSiteParams,
    @Body() body: ConnectRepositoryBody,
  ): Promise<SiteConnectionResource> {
    return this.present(await this.connections.connect(actor, params, body));
  }

  @Get('connection')
  @Authenticated('space:git:sync')
  @Operation('getSiteGitConnection', 'The repository that a site is connected with, and how it goes')
  @Ok(SiteConnectionResource)
  async get(@CurrentActor() actor: Actor, @Param() params: GitSiteParams): Promise<SiteConnectionResource> {
    return this.present(await this.connections.get(actor, params));
  }

  @Patch('connection')
  @Authenticated('space:git:sync')
  @Operation(
    'updateSiteGitConnection',
    'Change the branch, folder or token of the connection of a site, or pause it',
  )
  @Ok(SiteConnectionResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() params: GitSiteParams,
    @Body() body: UpdateConnectionBody,
  ): Promise<SiteConnectionResource> {
    return this.present(await this.connections.update(actor, params, body));
  }

  @Delete('connection')
  @Authenticated('space:git:sync')
  @Operation('disconnectSiteGitRepository', 'Disconnect a site and its spaces from their repository')
  @NoContent('The site, its spaces and the repository keep what they have.')
  async disconnect(@CurrentActor() actor: Actor, @Param() params: GitSiteParams): Promise<void> {
    await this.connections.disconnect(actor, params);
  }

  @Post('connection/sync')
  @Authenticated('space:git:sync')
  @Operation('syncSiteGitConnection', 'Sync a site and its spaces with their repository now')
  @NoContent('A run has begun, or was waiting already; `Location` leads to it.')
  async sync(
    @CurrentActor() actor: Actor,
    @Param() params: GitSiteParams,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { organizationId, siteId } = params;
    const { id } = await this.connections.sync(actor, params);
    response.setHeader('Location', this.urls.api('orgs', organizationId, 'sites', siteId, 'git', 'runs', id));
  }

  @Get('runs')
  @Authenticated('space:git:sync')
  @Operation('listSiteGitRuns', 'The latest syncs of the structure of a site, newest first')
  @Ok(SiteRunsResource)
  async runs(@CurrentActor() actor: Actor, @Param() params: GitSiteParams): Promise<SiteRunsResource> {
    return { items: (await this.connections.listRuns(actor, params, LISTED_RUNS)).map(presentSiteRun) };
  }

  @Get('runs/:runId')
  @Authenticated('space:git:sync')
  @Operation('getSiteGitRun', 'A sync of the structure of a site, with its report')
  @Ok(SiteRunResource)
  async run(@CurrentActor() actor: Actor, @Param() params: SiteRunParams): Promise<SiteRunResource> {
    return presentSiteRun(await this.connections.getRun(actor, params, params.runId));
  }

  private async present(connection: SiteConnection): Promise<SiteConnectionResource> {
    const webhookSecret = await this.connections.webhookSecretOf(connection);
    const children = await this.connections.childrenOf(connection);
    return presentSiteConnection(connection, { webhookSecret, children, urls: this.urls });
  }
}
