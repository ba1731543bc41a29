import { get, open, org, patch, post, put, remove, type Route, space } from '../route.js';
import { smallSpec } from '../../support/openapi.js';
import type { RouteFixture } from '../route-fixture.js';

const spec = `${org}/openapi/{specSlug}`;
const text = () => ({ source: { text: smallSpec() } });
const computed = ({ params }: RouteFixture) => ({
  source: {
    type: 'builtin:openapi',
    props: { models: true, doc: 'models' },
    dependencies: { spec: { ref: { kind: 'openapi', spec: params['specSlug'] } } },
  },
  seed: 'seed',
});

export const openApiRoutes: Route[] = [
  get(`${org}/openapi`, 'openapi:read', 'read'),
  post(`${org}/openapi`, 'openapi:write', 'create', 201)(() => ({ slug: 'another', ...text() })),
  get(spec, 'openapi:read', 'read'),
  get(`${spec}/versions/latest/operations`, 'openapi:read', 'read'),
  put(spec, 'openapi:write', 'create', 200)(text),
  patch(spec, 'openapi:write', 'create')(() => ({ visibility: 'public' })),
  remove(spec, 'openapi:write', 'create'),
  ...['', '/latest', '/latest/content', '/latest/content/raw', '/{versionId}', '/{versionId}/content'].map(
    (suffix) => get(`${spec}/versions${suffix}`, 'openapi:read', 'read'),
  ),
  ...['document', 'revision'].map((kind) =>
    post(`${space}/content/computed/${kind}`, 'space:content:read', 'read')(computed),
  ),
  open('/~openapi/{organizationId}/{specSlug}', 404),
];
