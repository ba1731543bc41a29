import { get, open, post, type Route, site, space } from '../route.js';

const embed = { url: 'https://www.youtube.com/watch?v=abcdefghijk' };

/** Requests of external renderers; no site of the fixture is published, so looking for one is refused. */
export const resolverRoutes: Route[] = [
  {
    route: 'POST /v1/urls/published',
    audience: 'public',
    status: 404,
  },
  { ...open('/v1/urls/published', 404), query: { url: 'https://nowhere.example.com' } },
  { ...open('/v1/urls/embed'), query: embed },
  { ...get(`${space}/embed`, 'space:content:read', 'read'), query: embed },
  get(`${site}/published`, 'site:metadata:read', 'read'),
  get(`${site}/integration-scripts`, 'site:metadata:read', 'read'),
  { ...get(`${site}/redirect`, 'site:metadata:read', 'read'), query: { source: '/nothing' }, status: 404 },
  post(`${site}/search`, 'space:content:read', 'read')(),
  get('/v1/subdomains/{subdomain}', 'organization:read', 'member'),
];
