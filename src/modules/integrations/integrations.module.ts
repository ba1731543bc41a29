import { Module } from '@nestjs/common';
import { AccessModule } from '#modules/access/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SitesModule } from '#modules/sites/index.js';
import { SpacesModule } from '#modules/spaces/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { IntegrationPicturesController } from './catalog/integration-pictures.controller.js';
import { IntegrationPictures } from './catalog/integration-pictures.js';
import { IntegrationResources } from './catalog/integration-resources.js';
import { IntegrationsController } from './catalog/integrations.controller.js';
import { IntegrationsRepository } from './catalog/integrations.repository.js';
import { Integrations } from './catalog/integrations.service.js';
import { PublishIntegration } from './catalog/publish-integration.js';
import { UnpublishIntegration } from './catalog/unpublish-integration.js';
import { ChangeTargets } from './installations/change-targets.js';
import { CreateToken } from './installations/create-token.js';
import { Install } from './installations/install.js';
import { InstallationAccess } from './installations/installation-access.js';
import { InstallationTargets } from './installations/installation-targets.service.js';
import { InstallationUpkeep } from './installations/installation-upkeep.js';
import { InstallationsController } from './installations/installations.controller.js';
import { InstalledIntegrationsController } from './installations/installed.controller.js';
import { TargetResources } from './installations/target-resources.js';
import { InstallationTargetsController } from './installations/targets.controller.js';
import { Uninstall } from './installations/uninstall.js';
import { UpdateInstallation } from './installations/update-installation.js';
import { InstallationsRepository } from './installations/installations.repository.js';
import { Installations } from './installations/installations.service.js';
import { IntegrationTokens } from './installations/integration-tokens.js';
import { TargetsRepository } from './installations/targets.repository.js';
import { Scripts } from './runtime/scripts.js';

/** Integrations that were published, and where they are. */
const CATALOG = [
  IntegrationsRepository,
  Integrations,
  IntegrationPictures,
  IntegrationResources,
  PublishIntegration,
  UnpublishIntegration,
];

const INSTALLATIONS = [
  InstallationsRepository,
  TargetsRepository,
  Installations,
  InstallationTargets,
  InstallationAccess,
  Install,
  UpdateInstallation,
  Uninstall,
  ChangeTargets,
  InstallationUpkeep,
  TargetResources,
  IntegrationTokens,
  CreateToken,
];

const CONTROLLERS = [
  IntegrationsController,
  IntegrationPicturesController,
  InstallationsController,
  InstallationTargetsController,
  InstalledIntegrationsController,
];

/** Programs of others that extend Bindery: published, installed, run, and told what happens. */
@Module({
  imports: [AccessModule, OrganizationsModule, SitesModule, SpacesModule, StorageModule, UsersModule],
  controllers: CONTROLLERS,
  providers: [Scripts, ...CATALOG, ...INSTALLATIONS],
})
export class IntegrationsModule {}
