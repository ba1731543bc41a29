import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { IntegrationParams } from '../catalog/integration.dto.js';
import { ChangeTargets } from './change-targets.js';
import {
  ExtendedQuery,
  InstallationParams,
  InstallOnSiteBody,
  InstallOnSpaceBody,
  ListAllTargetsQuery,
  ListTargetsQuery,
  SiteInstallationParams,
  SiteInstallationResource,
  SpaceInstallationParams,
  SpaceInstallationResource,
  UpdateTargetBody,
} from './installation.dto.js';
import { InstallationTargets, type TargetAddress } from './installation-targets.service.js';
import { TargetResources } from './target-resources.js';

@ApiTags('integrations')
@Controller('v1/integrations/:integrationName')
export class InstallationTargetsController {
  constructor(
    private readonly targets: InstallationTargets,
    private readonly changes: ChangeTargets,
    private readonly resources: TargetResources,
  ) {}

  @Get('spaces')
  @Authenticated('integration:read', { integrations: true })
  @Operation(
    'listIntegrationSpaceInstallations',
    'Spaces with the integration, oldest first: all for itself, for others those they administrate',
  )
  @ApiPage(SpaceInstallationResource)
  async listAllSpaces(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Query() query: ListAllTargetsQuery,
  ): Promise<Page<SpaceInstallationResource>> {
    const page = await this.targets.listOfIntegration(
      actor,
      integrationName,
      'space',
      query.externalId,
      query,
    );
    return this.resources.spacePage(actor, page, query.extended);
  }

  @Get('sites')
  @Authenticated('integration:read', { integrations: true })
  @Operation(
    'listIntegrationSiteInstallations',
    'Sites with the integration, oldest first: all for itself, for others those they administrate',
  )
  @ApiPage(SiteInstallationResource)
  async listAllSites(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Query() query: ListAllTargetsQuery,
  ): Promise<Page<SiteInstallationResource>> {
    const page = await this.targets.listOfIntegration(
      actor,
      integrationName,
      'site',
      query.externalId,
      query,
    );
    return this.resources.sitePage(actor, page, query.extended);
  }

  @Get('installations/:installationId/spaces')
  @Authenticated('integration:read')
  @Operation('listIntegrationInstallationSpaces', 'Spaces that an installation is on, oldest first')
  @ApiPage(SpaceInstallationResource)
  async listSpaces(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, installationId }: InstallationParams,
    @Query() query: ListTargetsQuery,
  ): Promise<Page<SpaceInstallationResource>> {
    const page = await this.targets.list(actor, integrationName, installationId, 'space', query);
    return this.resources.spacePage(actor, page, query.extended);
  }

  @Post('installations/:installationId/spaces')
  @Authenticated('integration:write')
  @Operation('installIntegrationOnSpace', 'Put an installation on a space')
  @CreatedWithLocation(SpaceInstallationResource)
  async installOnSpace(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, installationId }: InstallationParams,
    @Body() { space }: InstallOnSpaceBody,
    @Query() { extended }: ExtendedQuery,
  ): Promise<SpaceInstallationResource> {
    const view = await this.changes.install(
      actor,
      spaceAddress({ integrationName, installationId, spaceId: space }),
    );
    return await this.resources.oneSpace(actor, view, extended);
  }

  @Get('installations/:installationId/spaces/:spaceId')
  @Authenticated('integration:read')
  @Operation('getIntegrationSpaceInstallation', 'An installation on a space')
  @Ok(SpaceInstallationResource)
  async getSpace(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceInstallationParams,
    @Query() { extended }: ExtendedQuery,
  ): Promise<SpaceInstallationResource> {
    const view = await this.targets.requireTarget(actor, spaceAddress(params), 'view');
    return this.resources.oneSpace(actor, view, extended);
  }

  @Patch('installations/:installationId/spaces/:spaceId')
  @Authenticated('integration:write')
  @Operation('updateIntegrationSpaceInstallation', 'Configure an installation on a space, pause it there')
  @Ok(SpaceInstallationResource)
  async updateSpace(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceInstallationParams,
    @Body() body: UpdateTargetBody,
    @Query() { extended }: ExtendedQuery,
  ): Promise<SpaceInstallationResource> {
    const view = await this.changes.update(actor, spaceAddress(params), body);
    return this.resources.oneSpace(actor, view, extended);
  }

  @Delete('installations/:installationId/spaces/:spaceId')
  @Authenticated('integration:write')
  @Operation('uninstallIntegrationFromSpace', 'Take an installation off a space')
  @NoContent('It is gone, or was not there.')
  async uninstallFromSpace(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceInstallationParams,
  ): Promise<void> {
    await this.changes.uninstall(actor, spaceAddress(params));
  }

  @Get('installations/:installationId/sites')
  @Authenticated('integration:read')
  @Operation('listIntegrationInstallationSites', 'Sites that an installation is on, oldest first')
  @ApiPage(SiteInstallationResource)
  async listSites(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, installationId }: InstallationParams,
    @Query() query: ListTargetsQuery,
  ): Promise<Page<SiteInstallationResource>> {
    const page = await this.targets.list(actor, integrationName, installationId, 'site', query);
    return this.resources.sitePage(actor, page, query.extended);
  }

  @Post('installations/:installationId/sites')
  @Authenticated('integration:write')
  @Operation('installIntegrationOnSite', 'Put an installation on a site')
  @CreatedWithLocation(SiteInstallationResource)
  async installOnSite(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, installationId }: InstallationParams,
    @Body() { siteId }: InstallOnSiteBody,
    @Query() { extended }: ExtendedQuery,
  ): Promise<SiteInstallationResource> {
    const view = await this.changes.install(actor, siteAddress({ integrationName, installationId, siteId }));
    return await this.resources.oneSite(actor, view, extended);
  }

  @Get('installations/:installationId/sites/:siteId')
  @Authenticated('integration:read')
  @Operation('getIntegrationSiteInstallation', 'An installation on a site')
  @Ok(SiteInstallationResource)
  async getSite(
    @CurrentActor() actor: Actor,
    @Param() params: SiteInstallationParams,
    @Query() { extended }: ExtendedQuery,
  ): Promise<SiteInstallationResource> {
    const view = await this.targets.requireTarget(actor, siteAddress(params), 'view');
    return this.resources.oneSite(actor, view, extended);
  }

  @Patch('installations/:installationId/sites/:siteId')
  @Authenticated('integration:write')
  @Operation('updateIntegrationSiteInstallation', 'Configure an installation on a site, pause it there')
  @Ok(SiteInstallationResource)
  async updateSite(
    @CurrentActor() actor: Actor,
    @Param() params: SiteInstallationParams,
    @Body() body: UpdateTargetBody,
    @Query() { extended }: ExtendedQuery,
  ): Promise<SiteInstallationResource> {
    const view = await this.changes.update(actor, siteAddress(params), body);
    return this.resources.oneSite(actor, view, extended);
  }

  @Delete('installations/:installationId/sites/:siteId')
  @Authenticated('integration:write')
  @Operation('uninstallIntegrationFromSite', 'Take an installation off a site')
  @NoContent('It is gone, or was not there.')
  async uninstallFromSite(
    @CurrentActor() actor: Actor,
    @Param() params: SiteInstallationParams,
  ): Promise<void> {
    await this.changes.uninstall(actor, siteAddress(params));
  }
}

function spaceAddress({
  integrationName: name,
  installationId,
  spaceId,
}: SpaceInstallationParams): TargetAddress {
  return { name, installationId, kind: 'space', targetId: spaceId };
}

function siteAddress({
  integrationName: name,
  installationId,
  siteId,
}: SiteInstallationParams): TargetAddress {
  return { name, installationId, kind: 'site', targetId: siteId };
}
