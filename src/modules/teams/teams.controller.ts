import { Body, Controller, Delete, Get, Param, Patch, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created, NoContent, Ok } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage } from '#platform/http/page.dto.js';
import { CreateTeamBody, ListTeamsQuery, TeamParams, TeamResource, UpdateTeamBody } from './team.dto.js';
import { presentTeam } from './team.presenter.js';
import { Teams } from './teams.service.js';

@ApiTags('teams')
@Controller('v1/orgs/:organizationId/teams')
export class TeamsController {
  constructor(private readonly teams: Teams) {}

  @Get()
  @Authenticated('teams:read')
  @Operation('listTeamsInOrganizationById', 'Teams of an organization, by title')
  @ApiPage(TeamResource)
  async listTeams(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Query() query: ListTeamsQuery,
  ): Promise<Page<TeamResource>> {
    return mapPage(await this.teams.listTeams(actor, params.organizationId, query, query), presentTeam);
  }

  @Put()
  @Authenticated('teams:write')
  @Operation('createOrganizationTeam', 'Make a team')
  @Created(TeamResource)
  async createTeam(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Body() body: CreateTeamBody,
  ): Promise<TeamResource> {
    return presentTeam(await this.teams.createTeam(actor, params.organizationId, body.title, body.members));
  }

  @Get(':teamId')
  @Authenticated('teams:read')
  @Operation('getTeamInOrganizationById', 'One team')
  @Ok(TeamResource)
  async getTeam(@CurrentActor() actor: Actor, @Param() params: TeamParams): Promise<TeamResource> {
    return presentTeam(await this.teams.getTeam(actor, params.organizationId, params.teamId));
  }

  @Patch(':teamId')
  @Authenticated('teams:write')
  @Operation('updateTeamInOrganizationById', 'Rename a team')
  @Ok(TeamResource)
  async updateTeam(
    @CurrentActor() actor: Actor,
    @Param() params: TeamParams,
    @Body() body: UpdateTeamBody,
  ): Promise<TeamResource> {
    const { organizationId, teamId } = params;
    return presentTeam(await this.teams.updateTeam(actor, organizationId, teamId, body.title));
  }

  @Delete(':teamId')
  @Authenticated('teams:write')
  @Operation('removeTeamFromOrganizationById', 'Delete a team and what was granted to it')
  @NoContent('It is gone, also when it never was.')
  async deleteTeam(@CurrentActor() actor: Actor, @Param() params: TeamParams): Promise<void> {
    await this.teams.deleteTeam(actor, params.organizationId, params.teamId);
  }
}
