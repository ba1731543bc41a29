import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import { ConfigureInstallation } from './configure-installation.js';
import {
  GitInstallationParams,
  GitInstallationResource,
  InstallGitSyncBody,
  UpdateGitInstallationBody,
} from './git-installation.dto.js';
import { presentInstallation } from './git-installation.presenter.js';
import { GitInstallations } from './git-installations.service.js';

/** Connections of spaces and sites with GitHub and GitLab, as the published contract has them. */
@ApiTags('git-installations')
@Controller('v1/git/installations')
export class GitInstallationsController {
  constructor(
    private readonly installations: GitInstallations,
    private readonly configure: ConfigureInstallation,
    private readonly urls: Urls,
  ) {}

  @Post()
  @Authenticated('space:git:sync')
  @Operation(
    'installGitSyncProviderOnTarget',
    'Install Git Sync on a space or a site, to choose a repository afterwards',
  )
  @CreatedWithLocation(GitInstallationResource)
  async install(
    @CurrentActor() actor: Actor,
    @Body() body: InstallGitSyncBody,
  ): Promise<GitInstallationResource> {
    return presentInstallation(await this.installations.install(actor, body), this.urls);
  }

  @Get(':installationId')
  @Authenticated('space:git:sync')
  @Operation('getGitSyncInstallationById', 'An installation of Git Sync')
  @Ok(GitInstallationResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { installationId }: GitInstallationParams,
  ): Promise<GitInstallationResource> {
    return presentInstallation(await this.installations.get(actor, installationId), this.urls);
  }

  @Patch(':installationId')
  @Authenticated('space:git:sync')
  @Operation(
    'updateGitSyncInstallationById',
    'Choose repository, branch and folder of an installation, and sync',
  )
  @Ok(GitInstallationResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { installationId }: GitInstallationParams,
    @Body() body: UpdateGitInstallationBody,
  ): Promise<GitInstallationResource> {
    return presentInstallation(await this.configure.update(actor, installationId, body), this.urls);
  }

  @Delete(':installationId')
  @HttpCode(205)
  @Authenticated('space:git:sync')
  @Operation('uninstallGitSyncInstallation', 'End an installation of Git Sync')
  @ApiResponse({ status: 205, description: 'Both sides keep what they have.' })
  async uninstall(
    @CurrentActor() actor: Actor,
    @Param() { installationId }: GitInstallationParams,
  ): Promise<void> {
    await this.installations.uninstall(actor, installationId);
  }
}
