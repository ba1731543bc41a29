import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import {
  AppInstallationParams,
  GitHubAccountLinkResource,
  GitHubAccountsResource,
  GitHubHostQuery,
  LinkGitHubAccountBody,
} from './app-installations.dto.js';
import { AppInstallations } from './app-installations.service.js';

/** Accounts of GitHub whose repositories spaces of an organization may be connected with. */
@ApiTags('git-hosts')
@Controller('v1/orgs/:organizationId/git/github-accounts')
export class AppInstallationsController {
  constructor(private readonly installations: AppInstallations) {}

  @Get()
  @Authenticated('organization:read')
  @Operation('listGitHubAccounts', 'The accounts of GitHub that an organization may use')
  @Ok(GitHubAccountsResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
  ): Promise<GitHubAccountsResource> {
    const { items, hosts } = await this.installations.list(actor, organizationId);
    return {
      items: items.map(({ installationId: id, host, account, createdAt }) => ({
        object: 'github-account',
        ...{ id, host, account },
        createdAt: createdAt.toISOString(),
      })),
      hosts,
    };
  }

  @Post('links')
  @Authenticated('organization:write')
  @Operation('linkGitHubAccount', 'Begin to link an account of GitHub')
  @Ok(GitHubAccountLinkResource)
  async link(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Body() { host }: LinkGitHubAccountBody,
  ): Promise<GitHubAccountLinkResource> {
    return { url: await this.installations.begin(actor, organizationId, host) };
  }

  @Delete(':gitHubInstallationId')
  @Authenticated('organization:write')
  @Operation('unlinkGitHubAccount', 'Let an organization use an account of GitHub no more')
  @NoContent('Connections through the App stop with a sentence.')
  async unlink(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, gitHubInstallationId }: AppInstallationParams,
    @Query() { host = 'https://github.com' }: GitHubHostQuery,
  ): Promise<void> {
    await this.installations.unlink(actor, organizationId, host, gitHubInstallationId);
  }
}
