export { InvitesModule } from './invites.module.js';
export { AcceptInvitation, type AcceptedInvitation } from './mail/accept-invitation.js';
export { type InvitationView, Invitations } from './mail/invitations.service.js';
export { UseInviteLink } from './links/use-invite-link.js';
export type { InviteLinkTarget } from './links/invite-links.repository.js';
export { JoinOrganization } from './joining/join-organization.js';
export { type ShownInvite, ShownInvites } from './shown-invites.js';
