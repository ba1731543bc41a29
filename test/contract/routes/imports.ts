import { get, org, post, type Route } from '../route.js';

const imports = '/v1/org/{organizationId}/imports';

export const importRoutes: Route[] = [
  post(imports, 'space:content:write', 'edit', 201)(),
  get(imports, 'space:content:read', 'member'),
  get(`${imports}/{importRunId}`, 'space:content:read', 'read'),
  // The one of the fixture was cancelled before, which can be done again.
  post(`${imports}/{importRunId}/cancel`, 'space:content:write', 'edit', 201)(),
  post(`${org}/storage/upload`, 'space:content:write', 'member', 201)(),
  { route: 'PUT /~uploads/{organizationId}/{key}/{token}', audience: 'public', status: 403 },
];
