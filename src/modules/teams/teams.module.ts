import { Module } from '@nestjs/common';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { UsersModule } from '#modules/users/index.js';
import { MemberTeamsController } from './member-teams.controller.js';
import { TeamMembersController } from './team-members.controller.js';
import { TeamMembersRepository } from './team-members.repository.js';
import { TeamMembers } from './team-members.service.js';
import { TeamStandings } from './team-standings.js';
import { TeamStats } from './team-stats.js';
import { TeamsController } from './teams.controller.js';
import { TeamsRepository } from './teams.repository.js';
import { Teams } from './teams.service.js';

/** Teams and who is in them. */
@Module({
  imports: [UsersModule, OrganizationsModule],
  controllers: [TeamsController, TeamMembersController, MemberTeamsController],
  providers: [Teams, TeamsRepository, TeamStats, TeamStandings, TeamMembers, TeamMembersRepository],
  exports: [Teams, TeamMembers, TeamStats],
})
export class TeamsModule {}
