import { Module } from '@nestjs/common';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { StorageModule } from '#modules/storage/index.js';
import { UsersModule } from '#modules/users/index.js';
import { IntegrationsRepository } from './catalog/integrations.repository.js';
import { Integrations } from './catalog/integrations.service.js';
import { InstallationsRepository } from './installations/installations.repository.js';
import { Installations } from './installations/installations.service.js';
import { IntegrationTokens } from './installations/integration-tokens.js';
import { TargetsRepository } from './installations/targets.repository.js';
import { Scripts } from './runtime/scripts.js';

/** Integrations that were published, and where they are. */
const CATALOG = [IntegrationsRepository, Integrations];

const INSTALLATIONS = [InstallationsRepository, TargetsRepository, Installations, IntegrationTokens];

/** Programs of others that extend Bindery: published, installed, run, and told what happens. */
@Module({
  imports: [OrganizationsModule, StorageModule, UsersModule],
  providers: [Scripts, ...CATALOG, ...INSTALLATIONS],
})
export class IntegrationsModule {}
