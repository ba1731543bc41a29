import { presentUser } from '#modules/users/index.js';
import type { Urls } from '#platform/http/urls.js';
import { targetOf } from '../targets/invite-target.js';
import type { InvitationResource, InviteUsersResource, PlaceInvitedResource } from './invitation.dto.js';
import type { InvitationView } from './invitation-views.js';
import type { PlaceInvited } from './invite-to-place.js';
import type { Invitation } from './invitations.repository.js';

/** The wire form of an invitation; for those who manage it, because of its address. */
export function presentInvitation(
  { invitation, inviter, address }: InvitationView,
  urls: Urls,
): InvitationResource {
  return {
    object: 'invitation',
    id: invitation.id,
    email: invitation.email,
    ...presentGiven(invitation),
    sso: invitation.sso,
    ...(inviter ? { invitedBy: presentUser(inviter, urls) } : {}),
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    urls: { app: address },
  };
}

function presentGiven(
  invitation: Invitation,
): Pick<InvitationResource, 'role' | 'level' | 'space' | 'collection' | 'site'> {
  const { role } = invitation;
  const target = targetOf(invitation);
  if (target.type === 'organization' || role === null) return { role };
  return { role: null, level: role, [target.type]: target.id };
}

/** Result of a call that invited people. */
export function presentInviteResult(invitations: readonly InvitationView[], urls: Urls): InviteUsersResource {
  return {
    users: [],
    invited: invitations.length,
    invitations: invitations.map((view) => presentInvitation(view, urls)),
  };
}

/** The same for a space, collection or site. */
export function presentPlaceInvited(
  { members, invitations }: PlaceInvited,
  urls: Urls,
): PlaceInvitedResource {
  return {
    users: members.map((user) => presentUser(user, urls)),
    invited: invitations.length,
    invitations: invitations.map((view) => presentInvitation(view, urls)),
  };
}
