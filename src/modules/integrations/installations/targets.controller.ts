import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
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
  @ApiOperation({
    operationId: 'listIntegrationSpaceInstallations',
    summary: 'Spaces with the integration, oldest first: all for itself, for others those they administrate',
  })
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
  @ApiOperation({
    operationId: 'listIntegrationSiteInstallations',
    summary: 'Sites with the integration, oldest first: all for itself, for others those they administrate',
  })
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
  @ApiOperation({
    operationId: 'listIntegrationInstallationSpaces',
    summary: 'Spaces that an installation is on, oldest first',
  })
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
  @ApiOperation({ operationId: 'installIntegrationOnSpace', summary: 'Put an installation on a space' })
  @ApiCreatedResponse({ type: SpaceInstallationResource })
  async installOnSpace(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, installationId }: InstallationParams,
    @Body() { space }: InstallOnSpaceBody,
    @Query() { extended }: ExtendedQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SpaceInstallationResource> {
    const view = await this.changes.install(
      actor,
      spaceAddress({ integrationName, installationId, spaceId: space }),
    );
    const resource = await this.resources.oneSpace(actor, view, extended);
    response.setHeader('Location', resource.urls.location);
    return resource;
  }

  @Get('installations/:installationId/spaces/:spaceId')
  @Authenticated('integration:read')
  @ApiOperation({ operationId: 'getIntegrationSpaceInstallation', summary: 'An installation on a space' })
  @ApiOkResponse({ type: SpaceInstallationResource })
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
  @ApiOperation({
    operationId: 'updateIntegrationSpaceInstallation',
    summary: 'Configure an installation on a space, pause it there',
  })
  @ApiOkResponse({ type: SpaceInstallationResource })
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
  @HttpCode(204)
  @Authenticated('integration:write')
  @ApiOperation({ operationId: 'uninstallIntegrationFromSpace', summary: 'Take an installation off a space' })
  @ApiNoContentResponse({ description: 'It is gone, or was not there.' })
  async uninstallFromSpace(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceInstallationParams,
  ): Promise<void> {
    await this.changes.uninstall(actor, spaceAddress(params));
  }

  @Get('installations/:installationId/sites')
  @Authenticated('integration:read')
  @ApiOperation({
    operationId: 'listIntegrationInstallationSites',
    summary: 'Sites that an installation is on, oldest first',
  })
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
  @ApiOperation({ operationId: 'installIntegrationOnSite', summary: 'Put an installation on a site' })
  @ApiCreatedResponse({ type: SiteInstallationResource })
  async installOnSite(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, installationId }: InstallationParams,
    @Body() { siteId }: InstallOnSiteBody,
    @Query() { extended }: ExtendedQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SiteInstallationResource> {
    const view = await this.changes.install(actor, siteAddress({ integrationName, installationId, siteId }));
    const resource = await this.resources.oneSite(actor, view, extended);
    response.setHeader('Location', resource.urls.location);
    return resource;
  }

  @Get('installations/:installationId/sites/:siteId')
  @Authenticated('integration:read')
  @ApiOperation({ operationId: 'getIntegrationSiteInstallation', summary: 'An installation on a site' })
  @ApiOkResponse({ type: SiteInstallationResource })
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
  @ApiOperation({
    operationId: 'updateIntegrationSiteInstallation',
    summary: 'Configure an installation on a site, pause it there',
  })
  @ApiOkResponse({ type: SiteInstallationResource })
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
  @HttpCode(204)
  @Authenticated('integration:write')
  @ApiOperation({ operationId: 'uninstallIntegrationFromSite', summary: 'Take an installation off a site' })
  @ApiNoContentResponse({ description: 'It is gone, or was not there.' })
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
