import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { SiteParams, Sites } from '#modules/sites/index.js';
import { SpaceParams, Spaces } from '#modules/spaces/index.js';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { IntegrationResource, ListIntegrationsQuery } from '../catalog/integration.dto.js';
import { IntegrationResources } from '../catalog/integration-resources.js';
import { Integrations } from '../catalog/integrations.service.js';
import {
  InstallationStatusQuery,
  InstalledIntegrationResource,
  IntegrationBlocksResource,
  IntegrationStatusResource,
  OrganizationIntegrationParams,
  SearchInstallationsQuery,
  StatusResource,
} from './installation.dto.js';
import { installationVerdict } from './installation.policy.js';
import { presentInstallation } from './installation.presenter.js';
import { Installations } from './installations.service.js';

/** Installations by organization, space and site. */
@ApiTags('integrations')
@Controller('v1')
export class InstalledIntegrationsController {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly spaces: Spaces,
    private readonly sites: Sites,
    private readonly resources: IntegrationResources,
    private readonly urls: Urls,
  ) {}

  @Get('orgs/:organizationId/integrations')
  @Authenticated('integration:read')
  @Operation(
    'listOrganizationIntegrations',
    'List the integrations an organization can choose from, by title: public ones, its own, and installed ones',
  )
  @ApiPage(IntegrationResource)
  async listForOrganization(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() query: ListIntegrationsQuery,
  ): Promise<Page<IntegrationResource>> {
    const page = await this.integrations.listForOrganization(actor, organizationId, query, query);
    return this.resources.ofPage(actor, page);
  }

  @Get('orgs/:organizationId/integrations/installations-status')
  @Authenticated('integration:read')
  @Operation(
    'listOrganizationIntegrationsStatus',
    'Integrations that an organization has installed, with their status; by title',
  )
  @ApiPage(IntegrationStatusResource)
  async listStatus(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() { target, ...page }: InstallationStatusQuery,
  ): Promise<Page<IntegrationStatusResource>> {
    const found = await this.installations.listStatus(actor, organizationId, target ?? 'organization', page);
    const integrations = await this.resources.of(
      actor,
      found.items.map(({ integration }) => integration),
    );
    const items = found.items.map(({ status }, at) => ({ status, integration: integrations[at]! }));
    return { ...found, items };
  }

  @Get('orgs/:organizationId/integrations/:integrationName/installation_status')
  @Authenticated('integration:read')
  @Operation('getOrganizationIntegrationStatus', 'The status of one integration in an organization')
  @Ok(StatusResource)
  async getStatus(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, integrationName }: OrganizationIntegrationParams,
  ): Promise<StatusResource> {
    const { status } = await this.installations.getOfOrganization(actor, organizationId, integrationName);
    return { status };
  }

  @Get('orgs/:organizationId/installations')
  @Authenticated('integration:read')
  @Operation('listOrganizationInstallations', 'List the installations of an organization, by title')
  @ApiPage(InstalledIntegrationResource)
  async listInstallations(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: OrganizationParams,
    @Query() { search, ...page }: SearchInstallationsQuery,
  ): Promise<Page<InstalledIntegrationResource>> {
    const found = await this.installations.listOfOrganization(actor, organizationId, search, page);
    const integrations = await this.resources.of(
      actor,
      found.items.map(({ integration }) => integration),
    );
    const items = found.items.map(({ installation, integration }, at) => {
      const isConfigurable = installationVerdict(actor, installation, 'configure').allowed;
      return {
        integration: integrations[at]!,
        installation: presentInstallation(installation, integration, this.urls, isConfigurable),
      };
    });
    return { ...found, items };
  }

  @Get('spaces/:spaceId/integrations')
  @Authenticated('integration:read')
  @Operation('listSpaceIntegrations', 'Integrations that work on a space, oldest first')
  @ApiPage(IntegrationResource)
  async listOfSpace(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
    @Query() { search, ...page }: SearchInstallationsQuery,
  ): Promise<Page<IntegrationResource>> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const { organizationId } = space;
    const found = await this.installations.listWorkingIntegrations(
      organizationId,
      'space',
      spaceId,
      search,
      page,
    );
    return this.resources.ofPage(actor, found);
  }

  @Get('spaces/:spaceId/integration-blocks')
  @Authenticated('integration:read')
  @Operation('listSpaceIntegrationsBlocks', 'Blocks that integrations bring to the pages of a space')
  @Ok([IntegrationBlocksResource])
  async listBlocks(
    @CurrentActor() actor: Actor,
    @Param() { spaceId }: SpaceParams,
  ): Promise<IntegrationBlocksResource[]> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const found = await this.installations.findWorking(space.organizationId, 'space', spaceId);
    return found
      .filter(({ integration }) => integration.blocks.length > 0)
      .map(({ integration: { name, blocks } }) => ({ name, blocks }));
  }

  @Get('orgs/:organizationId/sites/:siteId/integrations')
  @Authenticated('integration:read')
  @Operation('listSiteIntegrations', 'Integrations that work on a site, oldest first')
  @ApiPage(IntegrationResource)
  async listOfSite(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, siteId }: SiteParams,
    @Query() { search, ...page }: SearchInstallationsQuery,
  ): Promise<Page<IntegrationResource>> {
    await this.sites.requireSite(actor, organizationId, siteId, 'view');
    const found = await this.installations.listWorkingIntegrations(
      organizationId,
      'site',
      siteId,
      search,
      page,
    );
    return this.resources.ofPage(actor, found);
  }
}
