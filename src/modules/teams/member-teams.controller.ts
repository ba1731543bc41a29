import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { MemberParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { TeamMembers } from './team-members.service.js';
import { ListMemberTeamsQuery, MemberTeamResource } from './team.dto.js';
import { presentTeam } from './team.presenter.js';

@ApiTags('organization-members')
@Controller('v1/orgs/:organizationId/members/:userId/teams')
export class MemberTeamsController {
  constructor(private readonly teamMembers: TeamMembers) {}

  @Get()
  @Authenticated('teams:read')
  @Operation('listTeamsForOrganizationMember', 'Teams that a member is in, by title')
  @ApiPage(MemberTeamResource)
  async list(
    @CurrentActor() actor: Actor,
    @Param() { organizationId, userId }: MemberParams,
    @Query() query: ListMemberTeamsQuery,
  ): Promise<Page<MemberTeamResource>> {
    const page = await this.teamMembers.listTeamsOf(actor, organizationId, userId, query);
    return mapPage(page, ({ team, role }) => ({ team: presentTeam(team), member: { role } }));
  }
}
