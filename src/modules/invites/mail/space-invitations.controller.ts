import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Resource } from '#modules/access/index.js';
import { SpaceParams, Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Urls } from '#platform/http/urls.js';
import { Invitations } from './invitations.service.js';
import { InviteToPlace } from './invite-to-place.js';
import { placeInvitationRoutes } from './place-invitation.routes.js';

/** Bindery's own operations: invitations by mail to a space. */
@ApiTags('organization-invites')
@Controller('v1/spaces/:spaceId/invites')
export class SpaceInvitationsController extends placeInvitationRoutes(SpaceParams, {
  invite: [
    'inviteToSpaceByMail',
    'Invite people to a space by their mail address; members are let in at once',
  ],
  list: ['listInvitationsInSpace', 'Invitations to a space that nobody has accepted yet, newest first'],
}) {
  constructor(
    private readonly spaces: Spaces,
    inviting: InviteToPlace,
    invitations: Invitations,
    urls: Urls,
  ) {
    super(inviting, invitations, urls);
  }

  protected async requirePlace(actor: Actor, { spaceId: id }: SpaceParams): Promise<Resource> {
    const { space } = await this.spaces.requireSpace(actor, id, 'invite');
    return { organizationId: space.organizationId, type: 'space', id };
  }
}
