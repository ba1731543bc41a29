import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { NoContent } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { TeamMembers } from './team-members.service.js';
import {
  PutTeamMemberBody,
  TeamMemberParams,
  TeamMemberResource,
  TeamParams,
  UpdateTeamMembersBody,
} from './team.dto.js';
import { presentTeamMember } from './team.presenter.js';

@ApiTags('team-members')
@Controller('v1/orgs/:organizationId/teams/:teamId/members')
export class TeamMembersController {
  constructor(
    private readonly teamMembers: TeamMembers,
    private readonly urls: Urls,
  ) {}

  @Get()
  @Authenticated('teams:read')
  @Operation('listTeamMembersInOrganizationById', 'Members of a team')
  @ApiPage(TeamMemberResource)
  async listTeamMembers(
    @CurrentActor() actor: Actor,
    @Param() params: TeamParams,
    @Query() query: PageQuery,
  ): Promise<Page<TeamMemberResource>> {
    const page = await this.teamMembers.listMembers(actor, params.organizationId, params.teamId, query);
    return mapPage(page, (item) => presentTeamMember(item, this.urls));
  }

  @Put()
  @Authenticated('teams:write')
  @Operation('updateMembersInOrganizationTeam', 'Add, remove and change members of a team at once')
  @NoContent('All changes are made.')
  async updateTeamMembers(
    @CurrentActor() actor: Actor,
    @Param() params: TeamParams,
    @Body() body: UpdateTeamMembersBody,
  ): Promise<void> {
    await this.teamMembers.updateMembers(actor, params.organizationId, params.teamId, body);
  }

  @Put(':userId')
  @Authenticated('teams:write')
  @Operation('addMemberToOrganizationTeamById', 'Put a member into a team, or change the role there')
  @NoContent('The member is in the team.')
  async putTeamMember(
    @CurrentActor() actor: Actor,
    @Param() params: TeamMemberParams,
    @Body() body: PutTeamMemberBody,
  ): Promise<void> {
    const { organizationId, teamId, userId } = params;
    await this.teamMembers.putMember(actor, organizationId, teamId, userId, body.role);
  }

  @Delete(':userId')
  @Authenticated('teams:write')
  @Operation('deleteMemberFromOrganizationTeamById', 'Take a member out of a team')
  @NoContent('The user is not in the team, also when that was so before.')
  async removeTeamMember(@CurrentActor() actor: Actor, @Param() params: TeamMemberParams): Promise<void> {
    const { organizationId, teamId, userId } = params;
    await this.teamMembers.removeMember(actor, organizationId, teamId, userId);
  }
}
