import { Module, type OnModuleInit } from '@nestjs/common';
import { MemberStats, OrganizationsModule } from '#modules/organizations/index.js';
import { TeamsModule, TeamStats } from '#modules/teams/index.js';
import { UsersModule } from '#modules/users/index.js';
import { EffectiveRolesRepository } from './effective-roles.repository.js';
import { GrantsRepository } from './grants.repository.js';
import { Grants } from './grants.service.js';
import { SpaceCountsRepository } from './space-counts.repository.js';

/** Permissions: grants, the rule of effective roles, and its SQL for lists. */
@Module({
  imports: [UsersModule, OrganizationsModule, TeamsModule],
  providers: [GrantsRepository, EffectiveRolesRepository, Grants, SpaceCountsRepository],
  exports: [Grants],
})
export class AccessModule implements OnModuleInit {
  constructor(
    private readonly memberStats: MemberStats,
    private readonly teamStats: TeamStats,
    private readonly spaceCounts: SpaceCountsRepository,
  ) {}

  onModuleInit(): void {
    this.memberStats.registerCounter('spaces', (organizationId, userIds) =>
      this.spaceCounts.countByUser(organizationId, userIds),
    );
    this.teamStats.registerSpaceCounter((organizationId, teamIds) =>
      this.spaceCounts.countByTeam(organizationId, teamIds),
    );
  }
}
