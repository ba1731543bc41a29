import { get, post, type Route, space } from '../route.js';

export const templateRoutes: Route[] = [
  get('/v1/templates', 'space:content:read', 'anybody'),
  get('/v1/templates/{templateId}', 'space:content:read', 'anybody'),
  post(`${space}/content/template`, 'space:content:write', 'edit', 201)((fixture) => fixture.editLive()),
];
