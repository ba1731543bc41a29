import { Controller, Get, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GitInstallations, GitInstallationsResource, presentInstallation } from '#modules/git/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { Urls } from '#platform/http/urls.js';
import { SiteParams } from '../site/site.dto.js';
import { Sites } from '../site/sites.service.js';
import { SiteSpaces } from './site-spaces.service.js';

/** Git Sync of a site and of the spaces that it shows. */
@ApiTags('git-installations')
@Controller('v1/orgs/:organizationId/sites/:siteId/spaces/git/installations')
export class SiteGitController {
  constructor(
    private readonly sites: Sites,
    private readonly siteSpaces: SiteSpaces,
    private readonly installations: GitInstallations,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('space:git:sync')
  @Operation('listSiteGitSyncInstallations', 'Installations of Git Sync on a site and its spaces')
  @Ok(GitInstallationsResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
  ): Promise<GitInstallationsResource> {
    await this.sites.requireSite(actor, organizationId, siteId, 'view');
    const ids = await this.siteSpaces.spaceIdsOf(organizationId, siteId);
    const views = await this.installations.listOfSite(actor, organizationId, siteId, ids);
    return { items: views.map((view) => presentInstallation(view, this.urls)) };
  }
}
