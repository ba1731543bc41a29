import { get, open, org, patch, post, put, remove, type Route, space } from '../route.js';

const spec = `${org}/openapi/{specSlug}`;
export const openApiRoutes: Route[] = [
  get(`${org}/openapi`, 'openapi:read', 'read'),
  post(`${org}/openapi`, 'openapi:write', 'create', 201)(),
  get(spec, 'openapi:read', 'read'),
  get(`${spec}/versions/latest/operations`, 'openapi:read', 'read'),
  put(spec, 'openapi:write', 'create', 200)(),
  patch(spec, 'openapi:write', 'create')(),
  remove(spec, 'openapi:write', 'create'),
  ...['', '/latest', '/latest/content', '/latest/content/raw', '/{versionId}', '/{versionId}/content'].map(
    (suffix) => get(`${spec}/versions${suffix}`, 'openapi:read', 'read'),
  ),
  ...['document', 'revision'].map((kind) =>
    post(`${space}/content/computed/${kind}`, 'space:content:read', 'read')(),
  ),
  open('/~openapi/{organizationId}/{specSlug}', 404),
];
