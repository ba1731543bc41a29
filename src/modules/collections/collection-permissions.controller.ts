import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Grants, type HeldResource, permissionRoutes } from '#modules/access/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { CollectionParams } from './collection.dto.js';
import { Collections } from './collections.service.js';

/** The permissions on a collection. Each endpoint requires the right to invite. */
@ApiTags('collection-permissions')
@Controller('v1/collections/:collectionId/permissions')
export class CollectionPermissionsController extends permissionRoutes(CollectionParams, {
  invite: ['inviteToCollection', 'Let users and teams into a collection'],
  listUsers: ['listUserPermissionsInCollection', 'Roles given to users on the collection itself'],
  updateUser: ['updateUserPermissionInCollection', 'Give a user another role'],
  removeUser: ['removeUserFromCollection', 'Take the role given to a user away'],
  listTeams: ['listTeamPermissionsInCollection', 'Roles given to teams on the collection itself'],
  updateTeam: ['updateTeamPermissionInCollection', 'Give a team another role'],
  removeTeam: ['removeTeamFromCollection', 'Take the role given to a team away'],
  listAggregate: [
    'listPermissionsAggregateInCollection',
    'Everybody who gets to the collection, with what they may do in the end and why',
  ],
}) {
  constructor(
    private readonly collections: Collections,
    grants: Grants,
    urls: Urls,
  ) {
    super(grants, urls);
  }

  protected async requirePlace(actor: Actor, { collectionId }: CollectionParams): Promise<HeldResource> {
    const { collection, role } = await this.collections.requireCollection(actor, collectionId, 'invite');
    const { organizationId, title: label } = collection;
    return { resource: { organizationId, type: 'collection', id: collectionId, label }, held: role };
  }
}
