import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Put, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { OrganizationParams } from '#modules/organizations/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
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
  @ApiOperation({ operationId: 'listTeamsInOrganizationById', summary: 'Teams of an organization, by title' })
  @ApiPage(TeamResource)
  async listTeams(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Query() query: ListTeamsQuery,
  ): Promise<Page<TeamResource>> {
    return mapPage(await this.teams.listTeams(actor, params.organizationId, query, query), presentTeam);
  }

  @Put()
  @HttpCode(201)
  @Authenticated('teams:write')
  @ApiOperation({ operationId: 'createOrganizationTeam', summary: 'Make a team' })
  @ApiCreatedResponse({ type: TeamResource })
  async createTeam(
    @CurrentActor() actor: Actor,
    @Param() params: OrganizationParams,
    @Body() body: CreateTeamBody,
  ): Promise<TeamResource> {
    return presentTeam(await this.teams.createTeam(actor, params.organizationId, body.title, body.members));
  }

  @Get(':teamId')
  @Authenticated('teams:read')
  @ApiOperation({ operationId: 'getTeamInOrganizationById', summary: 'One team' })
  @ApiOkResponse({ type: TeamResource })
  async getTeam(@CurrentActor() actor: Actor, @Param() params: TeamParams): Promise<TeamResource> {
    return presentTeam(await this.teams.getTeam(actor, params.organizationId, params.teamId));
  }

  @Patch(':teamId')
  @Authenticated('teams:write')
  @ApiOperation({ operationId: 'updateTeamInOrganizationById', summary: 'Rename a team' })
  @ApiOkResponse({ type: TeamResource })
  async updateTeam(
    @CurrentActor() actor: Actor,
    @Param() params: TeamParams,
    @Body() body: UpdateTeamBody,
  ): Promise<TeamResource> {
    const { organizationId, teamId } = params;
    return presentTeam(await this.teams.updateTeam(actor, organizationId, teamId, body.title));
  }

  @Delete(':teamId')
  @HttpCode(204)
  @Authenticated('teams:write')
  @ApiOperation({
    operationId: 'removeTeamFromOrganizationById',
    summary: 'Delete a team and what was granted to it',
  })
  @ApiNoContentResponse({ description: 'It is gone, also when it never was.' })
  async deleteTeam(@CurrentActor() actor: Actor, @Param() params: TeamParams): Promise<void> {
    await this.teams.deleteTeam(actor, params.organizationId, params.teamId);
  }
}
