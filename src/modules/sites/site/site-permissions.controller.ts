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
import { Operation } from '#platform/http/operation.js';
import { ApiPage, PageQuery } from '#platform/http/page.dto.js';
import { Urls } from '#platform/http/urls.js';
import { SiteParams } from './site.dto.js';
import { SiteTeamParams, SiteUserParams } from './site-permissions.dto.js';
import { Sites } from './sites.service.js';

/** Permissions of members and teams on a site. All routes need the right to invite. */
@ApiTags('site-permissions')
@Controller('v1/orgs/:organizationId/sites/:siteId/permissions')
export class SitePermissionsController {
  constructor(
    private readonly sites: Sites,
    private readonly grants: Grants,
    private readonly urls: Urls,
  ) {}

  @Post()
  @Authenticated('permissions:write')
  @Operation('inviteToSite', 'Let users and teams onto a site')
  @NoContent('They have the role.')
  async invite(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Body() body: InviteBody,
  ): Promise<void> {
    const { resource, held } = await this.load(actor, params);
    await this.grants.invite(resource, held, body);
  }

  @Get('users')
  @Authenticated('permissions:read')
  @Operation('listUserPermissionsInSite', 'Roles given to users on the site itself')
  @ApiPage(UserPermissionResource)
  async listUsers(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Query() query: PageQuery,
  ): Promise<Page<UserPermissionResource>> {
    const { resource } = await this.load(actor, params);
    return mapPage(await this.grants.listUsers(resource, query), (entry) =>
      presentUserPermission(entry, this.urls),
    );
  }

  @Patch('users/:userId')
  @Authenticated('permissions:write')
  @Operation('updateUserPermissionInSite', 'Give a user another role on a site')
  @NoContent('The user has the role.')
  async updateUser(
    @CurrentActor() actor: Actor,
    @Param() params: SiteUserParams,
    @Body() body: PermissionBody,
  ): Promise<void> {
    const { resource, held } = await this.load(actor, params);
    await this.grants.setRole('user', resource, held, params.userId, body.role);
  }

  @Delete('users/:userId')
  @Authenticated('permissions:write')
  @Operation('removeUserFromSite', 'Take the role given to a user away')
  @NoContent('The user has no role of their own here.')
  async removeUser(@CurrentActor() actor: Actor, @Param() params: SiteUserParams): Promise<void> {
    const { resource, held } = await this.load(actor, params);
    await this.grants.remove('user', resource, held, params.userId);
  }

  @Get('teams')
  @Authenticated('permissions:read')
  @Operation('listTeamPermissionsInSite', 'Roles given to teams on the site itself')
  @ApiPage(TeamPermissionResource)
  async listTeams(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Query() query: PageQuery,
  ): Promise<Page<TeamPermissionResource>> {
    const { resource } = await this.load(actor, params);
    return mapPage(await this.grants.listTeams(actor, resource, query), presentTeamPermission);
  }

  @Patch('teams/:teamId')
  @Authenticated('permissions:write')
  @Operation('updateTeamPermissionInSite', 'Give a team another role on a site')
  @NoContent('The team has the role.')
  async updateTeam(
    @CurrentActor() actor: Actor,
    @Param() params: SiteTeamParams,
    @Body() body: PermissionBody,
  ): Promise<void> {
    const { resource, held } = await this.load(actor, params);
    await this.grants.setRole('team', resource, held, params.teamId, body.role);
  }

  @Delete('teams/:teamId')
  @Authenticated('permissions:write')
  @Operation('removeTeamFromSite', 'Take the role given to a team away')
  @NoContent('The team has no role of its own here.')
  async removeTeam(@CurrentActor() actor: Actor, @Param() params: SiteTeamParams): Promise<void> {
    const { resource, held } = await this.load(actor, params);
    await this.grants.remove('team', resource, held, params.teamId);
  }

  @Get('aggregate')
  @Authenticated('permissions:read')
  @Operation(
    'listPermissionsAggregateInSite',
    'Everybody who gets to the site in the API, with what they may do in the end and why',
  )
  @ApiPage(EffectivePermissionResource)
  async listAggregate(
    @CurrentActor() actor: Actor,
    @Param() params: SiteParams,
    @Query() query: AggregateQuery,
  ): Promise<Page<EffectivePermissionResource>> {
    const { resource } = await this.load(actor, params);
    return mapPage(await this.grants.listEffective(resource, query.role, query), (entry) =>
      presentEffectivePermission(entry, this.urls),
    );
  }

  private async load(
    actor: Actor,
    { organizationId, siteId }: SiteParams,
  ): Promise<{ resource: Resource; held: Role }> {
    const { role, site } = await this.sites.requireSite(actor, organizationId, siteId, 'invite');
    if (role === null) throw new Error('A site without a role was let through.');
    return { resource: { organizationId, type: 'site', id: siteId, label: site.title }, held: role };
  }
}
