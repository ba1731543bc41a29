import type { Route } from '../route.js';

/** What addresses mean. */
export const memberPageRoutes: Route[] = [
  {
    route: 'GET /v1/urls/content',
    scope: 'space:content:read',
    audience: 'read',
    status: 200,
    query: (fixture) => ({ url: fixture.spaceAddress }),
  },
];
