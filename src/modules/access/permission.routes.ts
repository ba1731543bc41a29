import { Body, Delete, Get, Param, Patch, Post, Query, type Type } from '@nestjs/common';
import { mapPage, type Page } from '#platform/database/pagination.js';
import { type Actor, CurrentActor, type Role } from '#platform/http/actor.js';
import { NoContent } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { TextField } from '#platform/http/fields.js';
import { Operation, type Operations } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { Grants } from './grants.service.js';
import {
  AggregateQuery,
  EffectivePermissionResource,
  InviteBody,
  PermissionBody,
  TeamPermissionResource,
  UserPermissionResource,
} from './permission.dto.js';
import {
  presentEffectivePermission,
  presentTeamPermission,
  presentUserPermission,
} from './permission.presenter.js';
import type { Resource } from './resource.js';

/** A space, collection or site, and the role that the actor has on it. */
export interface HeldResource {
  resource: Resource;
  held: Role | null;
}

type PermissionOperations = Operations<
  | 'invite'
  | 'listUsers'
  | 'updateUser'
  | 'removeUser'
  | 'listTeams'
  | 'updateTeam'
  | 'removeTeam'
  | 'listAggregate'
>;

/**
 * The routes by which users and teams get roles on a place: a controller for one kind of place extends the class that
 * is answered.
 * @param PlaceParams the parameters in the path of the controller
 */
export function permissionRoutes<P extends object>(PlaceParams: Type<P>, operations: PermissionOperations) {
  class Params extends (PlaceParams as Type<object>) {}

  class UserParams extends Params {
    @TextField({ description: 'Id of the member.' })
    userId: string;
  }

  class TeamParams extends Params {
    @TextField({ description: 'Id of the team.' })
    teamId: string;
  }

  abstract class PermissionRoutes {
    constructor(
      private readonly grants: Grants,
      private readonly urls: Urls,
    ) {}

    /** The place, to which the actor may invite. @throws NotFound or Forbidden */
    protected abstract requirePlace(actor: Actor, params: P): Promise<HeldResource>;

    @Post()
    @Authenticated('permissions:write')
    @Operation(...operations.invite)
    @NoContent('They have the role.')
    async invite(@CurrentActor() actor: Actor, @Param() params: Params, @Body() body: InviteBody) {
      const { resource, held } = await this.load(actor, params);
      await this.grants.invite(resource, held, body);
    }

    @Get('users')
    @Authenticated('permissions:read')
    @Operation(...operations.listUsers)
    @ApiPage(UserPermissionResource)
    async listUsers(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() query: PageQuery,
    ): Promise<Page<UserPermissionResource>> {
      const { resource } = await this.load(actor, params);
      const found = await this.grants.listUsers(resource, query);
      return mapPage(found, (entry) => presentUserPermission(entry, this.urls));
    }

    @Patch('users/:userId')
    @Authenticated('permissions:write')
    @Operation(...operations.updateUser)
    @NoContent('The user has the role.')
    async updateUser(
      @CurrentActor() actor: Actor,
      @Param() params: UserParams,
      @Body() body: PermissionBody,
    ) {
      const { resource, held } = await this.load(actor, params);
      await this.grants.setRole('user', resource, held, params.userId, body.role);
    }

    @Delete('users/:userId')
    @Authenticated('permissions:write')
    @Operation(...operations.removeUser)
    @NoContent('The user has no role given here.')
    async removeUser(@CurrentActor() actor: Actor, @Param() params: UserParams): Promise<void> {
      const { resource, held } = await this.load(actor, params);
      await this.grants.remove('user', resource, held, params.userId);
    }

    @Get('teams')
    @Authenticated('permissions:read')
    @Operation(...operations.listTeams)
    @ApiPage(TeamPermissionResource)
    async listTeams(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() query: PageQuery,
    ): Promise<Page<TeamPermissionResource>> {
      const { resource } = await this.load(actor, params);
      return mapPage(await this.grants.listTeams(actor, resource, query), presentTeamPermission);
    }

    @Patch('teams/:teamId')
    @Authenticated('permissions:write')
    @Operation(...operations.updateTeam)
    @NoContent('The team has the role.')
    async updateTeam(
      @CurrentActor() actor: Actor,
      @Param() params: TeamParams,
      @Body() body: PermissionBody,
    ) {
      const { resource, held } = await this.load(actor, params);
      await this.grants.setRole('team', resource, held, params.teamId, body.role);
    }

    @Delete('teams/:teamId')
    @Authenticated('permissions:write')
    @Operation(...operations.removeTeam)
    @NoContent('The team has no role given here.')
    async removeTeam(@CurrentActor() actor: Actor, @Param() params: TeamParams): Promise<void> {
      const { resource, held } = await this.load(actor, params);
      await this.grants.remove('team', resource, held, params.teamId);
    }

    @Get('aggregate')
    @Authenticated('permissions:read')
    @Operation(...operations.listAggregate)
    @ApiPage(EffectivePermissionResource)
    async listAggregate(
      @CurrentActor() actor: Actor,
      @Param() params: Params,
      @Query() query: AggregateQuery,
    ): Promise<Page<EffectivePermissionResource>> {
      const { resource } = await this.load(actor, params);
      const found = await this.grants.listEffective(resource, { role: query.role }, query);
      return mapPage(found, (entry) => presentEffectivePermission(entry, this.urls));
    }

    private async load(actor: Actor, params: Params): Promise<{ resource: Resource; held: Role }> {
      const { resource, held } = await this.requirePlace(actor, params as P);
      if (held === null) throw new Error(`A ${resource.type} without a role was let through.`);
      return { resource, held };
    }
  }
  return PermissionRoutes;
}
