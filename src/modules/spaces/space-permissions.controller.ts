import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  AggregateQuery,
  EffectivePermissionResource,
  Grants,
  InviteBody,
  PermissionBody,
  presentEffectivePermission,
  presentTeamPermission,
  presentUserPermission,
  type Resource,
  TeamPermissionResource,
  UserPermissionResource,
} from '#modules/access/index.js';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor, type Role } from '#platform/http/actor.js';
import { NoContent } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { SpaceParams } from './space.dto.js';
import { Spaces } from './spaces.service.js';

class UserGrantParams extends SpaceParams {
  @TextField({ description: 'Id of the member.' })
  userId: string;
}

class TeamGrantParams extends SpaceParams {
  @TextField({ description: 'Id of the team.' })
  teamId: string;
}

/** The permissions on a space. Each endpoint requires the right to invite. */
@ApiTags('space-permissions')
@Controller('v1/spaces/:spaceId/permissions')
export class SpacePermissionsController {
  constructor(
    private readonly spaces: Spaces,
    private readonly grants: Grants,
    private readonly urls: Urls,
  ) {}

  @Post()
  @Authenticated('permissions:write')
  @Operation('inviteToSpace', 'Let users and teams into a space')
  @NoContent('They have the role.')
  async invite(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceParams,
    @Body() body: InviteBody,
  ): Promise<void> {
    const { resource, held } = await this.load(actor, params);
    await this.grants.invite(resource, held, body);
  }

  @Get('users')
  @Authenticated('permissions:read')
  @Operation('listUserPermissionsInSpace', 'Roles given to users on the space itself')
  @ApiPage(UserPermissionResource)
  async listUsers(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceParams,
    @Query() query: PageQuery,
  ): Promise<Page<UserPermissionResource>> {
    const { resource } = await this.load(actor, params);
    return mapPage(await this.grants.listUsers(resource, query), (entry) =>
      presentUserPermission(entry, this.urls),
    );
  }

  @Patch('users/:userId')
  @Authenticated('permissions:write')
  @Operation('updateUserPermissionInSpace', 'Give a user another role')
  @NoContent('The user has the role.')
  async updateUser(
    @CurrentActor() actor: Actor,
    @Param() params: UserGrantParams,
    @Body() body: PermissionBody,
  ): Promise<void> {
    const { resource, held } = await this.load(actor, params);
    await this.grants.setRole('user', resource, held, params.userId, body.role);
  }

  @Delete('users/:userId')
  @Authenticated('permissions:write')
  @Operation('removeUserFromSpace', 'Take the role given to a user away')
  @NoContent('The user has no role of their own here.')
  async removeUser(@CurrentActor() actor: Actor, @Param() params: UserGrantParams): Promise<void> {
    const { resource, held } = await this.load(actor, params);
    await this.grants.remove('user', resource, held, params.userId);
  }

  @Get('teams')
  @Authenticated('permissions:read')
  @Operation('listTeamPermissionsInSpace', 'Roles given to teams on the space itself')
  @ApiPage(TeamPermissionResource)
  async listTeams(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceParams,
    @Query() query: PageQuery,
  ): Promise<Page<TeamPermissionResource>> {
    const { resource } = await this.load(actor, params);
    return mapPage(await this.grants.listTeams(actor, resource, query), presentTeamPermission);
  }

  @Patch('teams/:teamId')
  @Authenticated('permissions:write')
  @Operation('updateTeamPermissionInSpace', 'Give a team another role')
  @NoContent('The team has the role.')
  async updateTeam(
    @CurrentActor() actor: Actor,
    @Param() params: TeamGrantParams,
    @Body() body: PermissionBody,
  ): Promise<void> {
    const { resource, held } = await this.load(actor, params);
    await this.grants.setRole('team', resource, held, params.teamId, body.role);
  }

  @Delete('teams/:teamId')
  @Authenticated('permissions:write')
  @Operation('removeTeamFromSpace', 'Take the role given to a team away')
  @NoContent('The team has no role of its own here.')
  async removeTeam(@CurrentActor() actor: Actor, @Param() params: TeamGrantParams): Promise<void> {
    const { resource, held } = await this.load(actor, params);
    await this.grants.remove('team', resource, held, params.teamId);
  }

  @Get('aggregate')
  @Authenticated('permissions:read')
  @Operation(
    'listPermissionsAggregateInSpace',
    'Everybody who gets to the space, with what they may do in the end and why',
  )
  @ApiPage(EffectivePermissionResource)
  async listAggregate(
    @CurrentActor() actor: Actor,
    @Param() params: SpaceParams,
    @Query() query: AggregateQuery,
  ): Promise<Page<EffectivePermissionResource>> {
    const { resource } = await this.load(actor, params);
    return mapPage(await this.grants.listEffective(resource, query.role, query), (entry) =>
      presentEffectivePermission(entry, this.urls),
    );
  }

  private async load(actor: Actor, { spaceId }: SpaceParams): Promise<{ resource: Resource; held: Role }> {
    const { space, role } = await this.spaces.requireSpace(actor, spaceId, 'invite');
    if (role === null) throw new Error('A space without a role was let through.');
    const { organizationId, title: label } = space;
    return { resource: { organizationId, type: 'space', id: spaceId, label }, held: role };
  }
}
