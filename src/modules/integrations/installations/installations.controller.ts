import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { CreatedWithLocation, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { IntegrationParams } from '../catalog/integration.dto.js';
import { CreateToken } from './create-token.js';
import { Install } from './install.js';
import {
  InstallationParams,
  InstallationResource,
  InstallIntegrationBody,
  ListInstallationsQuery,
  TemporaryTokenResource,
  UpdateInstallationBody,
} from './installation.dto.js';
import { installationVerdict } from './installation.policy.js';
import { presentInstallation } from './installation.presenter.js';
import { Installations, type InstallationView } from './installations.service.js';
import { Uninstall } from './uninstall.js';
import { UpdateInstallation } from './update-installation.js';

@ApiTags('integrations')
@Controller('v1/integrations/:integrationName/installations')
export class InstallationsController {
  constructor(
    private readonly installations: Installations,
    private readonly installing: Install,
    private readonly updating: UpdateInstallation,
    private readonly uninstalling: Uninstall,
    private readonly tokens: CreateToken,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('integration:read', { integrations: true })
  @Operation(
    'listIntegrationInstallations',
    'Installations of an integration, oldest first: all for itself, for others those they administrate',
  )
  @ApiPage(InstallationResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { integrationName: name }: IntegrationParams,
    @Query() query: ListInstallationsQuery,
  ): Promise<Page<InstallationResource>> {
    const page = await this.installations.listOfIntegration(actor, name, query.externalId, query);
    return mapPage(page, ({ installation, integration }) =>
      presentInstallation(installation, integration, this.urls, true),
    );
  }

  @Post()
  @Authenticated('integration:write')
  @Operation('installIntegration', 'Install an integration in an organization')
  @CreatedWithLocation(InstallationResource)
  async install(
    @CurrentActor() actor: Actor,
    @Param() { integrationName }: IntegrationParams,
    @Body() { organization }: InstallIntegrationBody,
  ): Promise<InstallationResource> {
    const view = await this.installing.execute(actor, integrationName, organization);
    return this.present(actor, view);
  }

  @Get(':installationId')
  @Authenticated('integration:read', { integrations: true })
  @Operation('getIntegrationInstallationById', 'One installation')
  @Ok(InstallationResource)
  async get(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, installationId }: InstallationParams,
  ): Promise<InstallationResource> {
    return this.present(
      actor,
      await this.installations.requireInstallation(actor, integrationName, installationId, 'view'),
    );
  }

  @Patch(':installationId')
  @Authenticated('integration:write')
  @Operation(
    'updateIntegrationInstallation',
    'Configure an installation, say what it gets to and may do, pause it',
  )
  @Ok(InstallationResource)
  async update(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, installationId }: InstallationParams,
    @Body() body: UpdateInstallationBody,
  ): Promise<InstallationResource> {
    const { externalIds, configuration, status, scopes } = body;
    const selection = { spaceSelection: body.space_selection, siteSelection: body.site_selection };
    const update = { externalIds, configuration, status, scopes, ...selection };
    return this.present(actor, await this.updating.execute(actor, integrationName, installationId, update));
  }

  @Delete(':installationId')
  @Authenticated('integration:write')
  @Operation('uninstallIntegration', 'Uninstall an integration')
  @NoContent('It is gone, or was not there.')
  async uninstall(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, installationId }: InstallationParams,
  ): Promise<void> {
    await this.uninstalling.execute(actor, integrationName, installationId);
  }

  @Post(':installationId/tokens')
  @Authenticated('integration:write', { integrations: true })
  @Operation(
    'createIntegrationInstallationToken',
    'A token that acts as the installation, for an hour: for the integration itself, and administrators',
  )
  @Ok(TemporaryTokenResource)
  async createToken(
    @CurrentActor() actor: Actor,
    @Param() { integrationName, installationId }: InstallationParams,
  ): Promise<TemporaryTokenResource> {
    return { token: await this.tokens.execute(actor, integrationName, installationId) };
  }

  private present(actor: Actor, { installation, integration }: InstallationView): InstallationResource {
    const isConfigurable = installationVerdict(actor, installation, 'configure').allowed;
    return presentInstallation(installation, integration, this.urls, isConfigurable);
  }
}
