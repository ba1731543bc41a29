import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Grants, type HeldResource, permissionRoutes } from '#modules/access/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { SpaceParams } from './space.dto.js';
import { Spaces } from './spaces.service.js';

/** The permissions on a space. Each endpoint requires the right to invite. */
@ApiTags('space-permissions')
@Controller('v1/spaces/:spaceId/permissions')
export class SpacePermissionsController extends permissionRoutes(SpaceParams, {
  invite: ['inviteToSpace', 'Let users and teams into a space'],
  listUsers: ['listUserPermissionsInSpace', 'Roles given to users on the space itself'],
  updateUser: ['updateUserPermissionInSpace', 'Give a user another role'],
  removeUser: ['removeUserFromSpace', 'Take the role given to a user away'],
  listTeams: ['listTeamPermissionsInSpace', 'Roles given to teams on the space itself'],
  updateTeam: ['updateTeamPermissionInSpace', 'Give a team another role'],
  removeTeam: ['removeTeamFromSpace', 'Take the role given to a team away'],
  listAggregate: [
    'listPermissionsAggregateInSpace',
    'Everybody who gets to the space, with what they may do in the end and why',
  ],
}) {
  constructor(
    private readonly spaces: Spaces,
    grants: Grants,
    urls: Urls,
  ) {
    super(grants, urls);
  }

  protected async requirePlace(actor: Actor, { spaceId }: SpaceParams): Promise<HeldResource> {
    const { space, role } = await this.spaces.requireSpace(actor, spaceId, 'invite');
    const { organizationId, title: label } = space;
    return { resource: { organizationId, type: 'space', id: spaceId, label }, held: role };
  }
}
