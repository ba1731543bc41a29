import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Resource } from '#modules/access/index.js';
import { CollectionParams, Collections } from '#modules/collections/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { Invitations } from './invitations.service.js';
import { InviteToPlace } from './invite-to-place.js';
import { placeInvitationRoutes } from './place-invitation.routes.js';

/** Bindery's own operations: invitations by mail to a collection. */
@ApiTags('organization-invites')
@Controller('v1/collections/:collectionId/invites')
export class CollectionInvitationsController extends placeInvitationRoutes(CollectionParams, {
  invite: [
    'inviteToCollectionByMail',
    'Invite people to a collection by their mail address; members are let in at once',
  ],
  list: [
    'listInvitationsInCollection',
    'Invitations to a collection that nobody has accepted yet, newest first',
  ],
}) {
  constructor(
    private readonly collections: Collections,
    inviting: InviteToPlace,
    invitations: Invitations,
    urls: Urls,
  ) {
    super(inviting, invitations, urls);
  }

  protected async requirePlace(actor: Actor, { collectionId: id }: CollectionParams): Promise<Resource> {
    const { collection } = await this.collections.requireCollection(actor, id, 'invite');
    return { organizationId: collection.organizationId, type: 'collection', id };
  }
}
