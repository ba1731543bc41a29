import type { Route } from '../route.js';

/** Meaning of addresses. */
export const memberPageRoutes: Route[] = [
  {
    route: 'GET /v1/urls/content',
    scope: 'space:content:read',
    audience: 'read',
    status: 200,
    query: (fixture) => ({ url: fixture.spaceAddress }),
  },
];
