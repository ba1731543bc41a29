import { collection, get, org, patch, post, remove, type Route, site, space } from '../route.js';

const link = `${org}/link-invites/{inviteId}`;
const invitation = `${org}/invites/{inviteId}`;
/** Elsewhere the id is that of a link. */
const ofMail: Pick<Route, 'params'> = { params: ({ invitationId }) => ({ inviteId: invitationId }) };

/** Invitations by mail, invite links, and joining by the domain of one's address. */
export const inviteRoutes: Route[] = [
  post(`${org}/invites`, 'members:write', 'admin')(),
  get(`${org}/invites`, 'members:read', 'admin'),
  post(invitation, 'organization:write', 'anybody')(),
  { ...post(`${invitation}/resend`, 'members:write', 'admin')(), ...ofMail },
  { ...remove(invitation, 'members:write', 'admin'), ...ofMail },
  ...[space, collection, site].flatMap((place) => [
    post(`${place}/invites`, 'members:write', 'create')(),
    get(`${place}/invites`, 'permissions:read', 'create'),
  ]),
  get(`${org}/link-invites`, 'members:read', 'admin'),
  post(`${org}/link-invites`, 'members:write', 'admin', 201)(),
  get(link, 'members:read', 'admin'),
  patch(link, 'members:write', 'admin')(),
  remove(link, 'members:write', 'admin'),
  get(`${space}/link-invites`, 'permissions:read', 'create'),
  get(`${collection}/link-invites`, 'permissions:read', 'create'),
  post(`${org}/join`, 'organization:write', 'anybody', 204)(),
  get('/v1/email-domains/{emailDomain}/o', 'organization:read', 'anybody'),
  get('/v1/email-domains/{emailDomain}/orgs', 'organization:read', 'anybody'),
];
