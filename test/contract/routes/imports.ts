import { get, org, post, type Route } from '../route.js';

const imports = '/v1/org/{organizationId}/imports';

/** The import that follows will fail; asking for it is what is tried here. */
const unreachable: Route['body'] = ({ params }) => ({
  source: { type: 'website', url: 'http://127.0.0.1:1/docs' },
  target: { space: params['spaceId'] },
});
const upload = () => ({ file: { name: 'a.md', type: 'text/markdown', size: 1 }, kind: 'import_file' });

export const importRoutes: Route[] = [
  post(imports, 'space:content:write', 'edit', 201)(unreachable),
  get(imports, 'space:content:read', 'member'),
  get(`${imports}/{importRunId}`, 'space:content:read', 'read'),
  // The one of the fixture was cancelled before, which can be done again.
  post(`${imports}/{importRunId}/cancel`, 'space:content:write', 'edit', 201)(),
  post(`${org}/storage/upload`, 'space:content:write', 'member', 201)(upload),
  { route: 'PUT /~uploads/{organizationId}/{key}/{token}', audience: 'public', status: 403 },
];
