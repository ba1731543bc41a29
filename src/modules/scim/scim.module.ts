import { Module } from '@nestjs/common';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { TeamsModule } from '#modules/teams/index.js';
import { UsersModule } from '#modules/users/index.js';
import { ScimGroupsController } from './groups/scim-groups.controller.js';
import { ScimGroupsRepository } from './groups/scim-groups.repository.js';
import { ScimGroups } from './groups/scim-groups.service.js';
import { DiscoveryController } from './protocol/discovery.controller.js';
import { ScimTokensController } from './tokens/scim-tokens.controller.js';
import { ScimTokensRepository } from './tokens/scim-tokens.repository.js';
import { ScimTokens } from './tokens/scim-tokens.service.js';
import { ScimUsersController } from './users/scim-users.controller.js';
import { ScimUsersRepository } from './users/scim-users.repository.js';
import { ScimUsers } from './users/scim-users.service.js';

/** Provisioning: identity providers of organizations look after members and teams with SCIM 2.0. */
@Module({
  imports: [UsersModule, OrganizationsModule, TeamsModule],
  controllers: [ScimTokensController, DiscoveryController, ScimUsersController, ScimGroupsController],
  providers: [
    ScimTokens,
    ScimTokensRepository,
    ScimUsers,
    ScimUsersRepository,
    ScimGroups,
    ScimGroupsRepository,
  ],
  exports: [ScimTokens],
})
export class ScimModule {}
