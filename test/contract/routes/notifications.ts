import { get, patch, type Route } from '../route.js';

export const notificationRoutes: Route[] = [
  get('/v1/user/notifications', 'user:read', 'anybody'),
  patch('/v1/user/notifications', 'user:write', 'anybody')(),
];
