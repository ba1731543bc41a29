import { get, post, type Route, site } from '../route.js';

/** Events of readers, and their statistics. */
export const insightsRoutes: Route[] = [
  { route: `POST ${site}/insights/events`, audience: 'public', status: 204 },
  post(`${site}/insights/events/aggregate`, 'site:metadata:read', 'read')(),
  get(`${site}/insights/visitor-segments`, 'site:metadata:read', 'read'),
];
