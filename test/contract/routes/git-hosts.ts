import type { RouteFixture } from '../route-fixture.js';
import { get, org, patch, post, remove, type Route, site } from '../route.js';

const root = '/v1/git/installations';
const one = `${root}/{installationId}`;
const repository = `${one}/github/repos/{accountName}/{repositoryName}`;
const project = `${one}/gitlab/projects/{projectId}`;
const file = { path: 'README.md', ref: 'main' };

/** Installations of integrations have the same name in paths. */
const of =
  (sync: 'gitHubSyncId' | 'gitLabSyncId') =>
  (route: Route): Route => ({
    ...route,
    params: ({ params }) => ({ installationId: params[sync] ?? 'none' }),
  });
/** A token shows all that it opens, so only to whoever gave it. */
const byToken = (route: Route): Route => ({ ...route, isOfMaker: true });
const ofGitHub = of('gitHubSyncId');
const ofGitLab = of('gitLabSyncId');

/** The space of the fixture has a repository already. */
const disconnected = ({ admin, params }: RouteFixture) =>
  admin.api.delete(`/v1/spaces/${params['spaceId']}/git/connection`);

export const gitHostRoutes: Route[] = [
  get(`${org}/git/github-accounts`, 'organization:read', 'create'),
  post(`${org}/git/github-accounts/links`, 'organization:write', 'admin')(),
  {
    ...remove(`${org}/git/github-accounts/{gitHubInstallationId}`, 'organization:write', 'admin'),
    query: ({ params }) => ({ host: params['gitHubHost'] ?? '' }),
  },
  { route: 'POST /v1/git/webhooks/github-app', audience: 'public', status: 204 },
  { route: 'POST /v1/git/webhooks/{connectionId}', audience: 'public', status: 204 },

  post(root, 'space:git:sync', 'create', 201)(disconnected),
  ofGitHub(get(one, 'space:git:sync', 'create')),
  ofGitLab(patch(one, 'space:git:sync', 'create')()),
  ofGitHub({ ...remove(one, 'space:git:sync', 'create'), status: 205 }),
  ofGitHub(get(`${one}/github/repos`, 'space:git:sync', 'create')),
  ofGitHub(get(`${repository}/branches`, 'space:git:sync', 'create')),
  ofGitHub({ ...get(`${repository}/file`, 'space:git:sync', 'create'), query: file }),
  ofGitLab(byToken(get(`${one}/gitlab/projects`, 'space:git:sync', 'create'))),
  ofGitLab(byToken(get(`${project}/branches`, 'space:git:sync', 'create'))),
  ofGitLab(byToken({ ...get(`${project}/file`, 'space:git:sync', 'create'), query: file })),
  get(`${site}/spaces/git/installations`, 'space:git:sync', 'read'),
];
