import { presentUser } from '#modules/users/index.js';
import type { Urls } from '#platform/http/urls.js';
import type { InvitationResource, InviteUsersResource } from './invitation.dto.js';
import type { InvitationView } from './invitations.service.js';

/** The wire form of an invitation; for administrators only, because of its address. */
export function presentInvitation(
  { invitation, inviter, address }: InvitationView,
  urls: Urls,
): InvitationResource {
  return {
    object: 'invitation',
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    sso: invitation.sso,
    ...(inviter ? { invitedBy: presentUser(inviter, urls) } : {}),
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    urls: { app: address },
  };
}

/** Result of a call that invited people. */
export function presentInviteResult(invitations: readonly InvitationView[], urls: Urls): InviteUsersResource {
  return {
    users: [],
    invited: invitations.length,
    invitations: invitations.map((view) => presentInvitation(view, urls)),
  };
}
