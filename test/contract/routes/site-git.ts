import type { RouteFixture } from '../route-fixture.js';
import { addressOf, get, patch, post, remove, type Route, site } from '../route.js';

const connection = `${site}/git/connection`;

const disconnected = ({ admin, params }: RouteFixture) => admin.api.delete(addressOf(connection, params));

/** Makes sure that the site is connected. */
const connected = ({ admin, params }: RouteFixture) =>
  admin.api.post(addressOf(connection, params), { url: params['repositoryUrl'] });

export const siteGitRoutes: Route[] = [
  post(`${site}/git/repository-check`, 'space:git:sync', 'create')(),
  post(connection, 'space:git:sync', 'create', 201)(disconnected),
  { ...get(connection, 'space:git:sync', 'create'), prepare: connected },
  patch(connection, 'space:git:sync', 'create')(connected),
  post(`${connection}/sync`, 'space:git:sync', 'create', 204)(connected),
  { ...remove(connection, 'space:git:sync', 'create'), prepare: connected },
  get(`${site}/git/runs`, 'space:git:sync', 'create'),
  {
    ...get(`${site}/git/runs/{runId}`, 'space:git:sync', 'create'),
    params: ({ params }) => ({ runId: params['siteRunId'] ?? 'none' }),
  },
];
