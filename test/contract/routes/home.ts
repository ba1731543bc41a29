import { get, org, post, type Route } from '../route.js';

export const homeRoutes: Route[] = [
  get(`${org}/inbox`, 'space:comments:read', 'member'),
  get(`${org}/inbox/count`, 'space:comments:read', 'member'),
  post(`${org}/inbox/read`, 'user:write', 'member', 204)(),
  post(`${org}/inbox/unread`, 'user:write', 'member', 204)(),
  get(`${org}/recent-pages`, 'space:content:read', 'member'),
];
