import { get, org, post, put, type Route } from '../route.js';

const member = `${org}/members/{userId}`;

export const organizationRoutes: Route[] = [
  post(`${org}/ping`, 'organization:read', 'member')(),
  get(`${org}/agent-instructions`, 'organization:read', 'member'),
  put(`${org}/agent-instructions`, 'organization:write', 'admin', 200)(),
  get(`${member}/spaces`, 'space:metadata:read', 'admin'),
  get(`${member}/teams`, 'teams:read', 'read'),
  // The organization has no identity provider.
  { ...post(`${member}/sso`, 'members:write', 'admin')(), status: 400 },
];
