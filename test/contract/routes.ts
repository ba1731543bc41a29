import { archiveOf } from '../support/archive.js';
import { writePage } from '../support/change-requests.js';
import type { RouteFixture } from './route-fixture.js';
import { pdfRoutes } from './routes/pdf.js';
import { resolverRoutes } from './routes/resolver.js';
import { searchRoutes } from './routes/search.js';
import { siteAddressRoutes } from './routes/site-addresses.js';
import {
  addressOf,
  collection,
  get,
  granted,
  open,
  org,
  patch,
  post,
  put,
  remove,
  request,
  revision,
  type Route,
  space,
} from './route.js';
import { commentRoutes } from './routes/comments.js';
import { conversationRoutes } from './routes/conversations.js';
import { editingRoutes } from './routes/editing.js';
import { importRoutes } from './routes/imports.js';
import { insightsRoutes } from './routes/insights.js';
import { integrationEventRoutes } from './routes/integration-events.js';
import { integrationRoutes } from './routes/integrations.js';
import { organizationRoutes } from './routes/organizations.js';
import { gitHostRoutes } from './routes/git-hosts.js';
import { siteGitRoutes } from './routes/site-git.js';
import { homeRoutes } from './routes/home.js';
import { inviteRoutes } from './routes/invites.js';
import { memberPageRoutes } from './routes/member-pages.js';
import { notificationRoutes } from './routes/notifications.js';
import { linkRoutes } from './routes/links.js';
import { openApiRoutes } from './routes/openapi.js';
import { siteCustomizationRoutes } from './routes/site-customization.js';
import { siteAudienceRoutes } from './routes/site-audience.js';
import { oidcRoutes } from './routes/oidc.js';
import { samlRoutes } from './routes/saml.js';
import { scimRoutes } from './routes/scim.js';
import { siteRoutes } from './routes/sites.js';
import { templateRoutes } from './routes/templates.js';
import { glossaryRoutes, translationRoutes } from './routes/translations.js';

/** Contents that both the spaces and the revisions and change requests of a space can be asked for. */
const contentReads = (base: string): Route[] =>
  [
    '',
    '/pages',
    '/files',
    '/files/{fileId}',
    '/page/{pageId}',
    '/path/{pagePath}',
    '/tags',
    '/reusable-contents',
    '/reusable-contents/{reusableContentId}',
  ].map((suffix) => get(base + suffix, 'space:content:read', 'read'));

/** Grants on a space or a collection; only those who may invite see or change them. */
const permissions = (base: string): Route[] => [
  post(`${base}/permissions`, 'permissions:write', 'create', 204)(),
  get(`${base}/permissions/users`, 'permissions:read', 'create'),
  patch(`${base}/permissions/users/{userId}`, 'permissions:write', 'create', 204)(),
  { ...remove(`${base}/permissions/users/{userId}`, 'permissions:write', 'create'), prepare: granted(base) },
  get(`${base}/permissions/teams`, 'permissions:read', 'create'),
  patch(`${base}/permissions/teams/{teamId}`, 'permissions:write', 'create', 204)(),
  { ...remove(`${base}/permissions/teams/{teamId}`, 'permissions:write', 'create'), prepare: granted(base) },
  get(`${base}/permissions/aggregate`, 'permissions:read', 'create'),
];

/** Changes the same paragraph on the space and in the change request. */
async function withConflict({ admin, params }: RouteFixture): Promise<void> {
  const page = params['pageId'] ?? '';
  await writePage(admin, addressOf(space, params), page, 'Words of one.');
  await writePage(admin, addressOf(request, params), page, 'Words of another.');
  await admin.api.post(`${addressOf(request, params)}/update`);
  const { body } = await admin.api.get(`${addressOf(request, params)}/conflicts`);
  params['conflictId'] = (body as { items: { id: string }[] }).items[0]?.id ?? 'none';
}

/** Names the other organization in the body; neither path holds an organization. */
const toTarget: Route['params'] = ({ target }) => ({ organizationId: target.id });

/** Every route of the application. One that is missing here fails the suite, and so does one that is gone. */
export const ROUTES: Route[] = [
  ...organizationRoutes,
  ...searchRoutes,
  ...notificationRoutes,
  ...resolverRoutes,
  ...oidcRoutes,
  ...scimRoutes,
  ...samlRoutes,
  ...homeRoutes,
  ...inviteRoutes,
  ...[open('/healthz'), open('/readyz'), open('/metrics'), open('/v1'), open('/~files/{token}/{name}', 403)],

  get('/v1/user', 'user:read', 'anybody'),
  get('/v1/users/{userId}', 'user:read', 'member'),
  { ...patch('/v1/users/{userId}', 'user:write', 'anybody')(), status: 403 },
  get('/v1/user/tokens', 'user:read', 'anybody'),
  post('/v1/user/tokens', 'user:write', 'anybody', 201)(),
  remove('/v1/user/tokens/{tokenId}', 'user:write', 'anybody'),

  get('/v1/orgs', 'organization:read', 'anybody'),
  // For administrators of any organization; the caller is a guest.
  { ...post('/v1/orgs', 'organization:write', 'anybody', 201)(), status: 403 },
  get(org, 'organization:read', 'member'),
  patch(org, 'organization:write', 'admin')(),
  get(`${org}/audit-events`, 'organization:read', 'admin'),
  get(`${org}/audit-events/{auditEventId}`, 'organization:read', 'admin'),
  get(`${org}/audit-event-actions`, 'organization:read', 'admin'),
  get(`${org}/members`, 'members:read', 'read'),
  get(`${org}/members/{userId}`, 'members:read', 'read'),
  patch(`${org}/members/{userId}`, 'members:write', 'admin')(),
  remove(`${org}/members/{userId}`, 'members:write', 'admin'),
  get(`${org}/teams`, 'teams:read', 'read'),
  put(`${org}/teams`, 'teams:write', 'admin', 201)(),
  get(`${org}/teams/{teamId}`, 'teams:read', 'read'),
  patch(`${org}/teams/{teamId}`, 'teams:write', 'admin')(),
  remove(`${org}/teams/{teamId}`, 'teams:write', 'admin'),
  get(`${org}/teams/{teamId}/members`, 'teams:read', 'read'),
  put(`${org}/teams/{teamId}/members`, 'teams:write', 'admin')(),
  put(`${org}/teams/{teamId}/members/{userId}`, 'teams:write', 'admin')(),
  {
    ...remove(`${org}/teams/{teamId}/members/{userId}`, 'teams:write', 'admin'),
    prepare: ({ admin, params, userId }) =>
      admin.api.put(`${addressOf(org, params)}/teams/${params['teamId']}/members`, { add: [userId] }),
  },

  get(`${org}/collections`, 'collection:read', 'member'),
  post(`${org}/collections`, 'collection:write', 'create', 201)(),
  get(collection, 'collection:read', 'read'),
  patch(collection, 'collection:write', 'create')(),
  remove(collection, 'collection:write', 'create'),
  get(`${collection}/spaces`, 'collection:read', 'read'),
  post(`${collection}/move`, 'collection:write', 'create')(),
  post(`${collection}/archive`, 'collection:write', 'create')(),
  post(
    `${collection}/unarchive`,
    'collection:write',
    'create',
  )(({ admin, params }) => admin.api.post(addressOf(`${collection}/archive`, params))),
  {
    ...post(`${collection}/transfer`, 'collection:write', 'admin')((fixture) => fixture.joinTarget()),
    params: toTarget,
  },
  ...permissions(collection),

  get(`${org}/spaces`, 'space:metadata:read', 'member'),
  post(`${org}/spaces`, 'space:metadata:write', 'create', 201)(),
  get(space, 'space:metadata:read', 'read'),
  patch(space, 'space:metadata:write', 'create')(),
  remove(space, 'space:metadata:write', 'create'),
  post(`${space}/move`, 'space:metadata:write', 'create')(),
  {
    ...post(
      `${space}/transfer`,
      'space:metadata:write',
      'admin',
    )((fixture) => fixture.leaveSite().then(() => fixture.joinTarget())),
    params: toTarget,
  },
  post(
    `${space}/restore`,
    'space:metadata:write',
    'admin',
  )(async (fixture) => {
    await fixture.leaveSite();
    await fixture.admin.api.delete(addressOf(space, fixture.params));
  }),
  get(`${org}/deleted-spaces`, 'space:metadata:read', 'member'),
  post(
    `${space}/purge`,
    'space:metadata:write',
    'admin',
    204,
  )(async (fixture) => {
    await fixture.leaveSite();
    await fixture.admin.api.delete(addressOf(space, fixture.params));
  }),
  post(`${space}/archive`, 'space:metadata:write', 'create')(),
  post(
    `${space}/unarchive`,
    'space:metadata:write',
    'create',
  )(({ admin, params }) => admin.api.post(addressOf(`${space}/archive`, params))),
  post(`${space}/duplicate`, 'space:metadata:write', 'create', 201)(),
  ...permissions(space),

  ...contentReads(`${space}/content`),
  post(`${space}/content`, 'space:content:write', 'edit')(),
  get(`${space}/documents/{documentId}`, 'space:content:read', 'read'),
  get(`${space}/revisions`, 'space:content:read', 'read'),
  ...contentReads(revision).map((route) => ({ ...route, route: route.route.replace('/content', '') })),
  post(`${revision}/rollback`, 'space:content:write', 'edit')((fixture) => fixture.editLive()),
  get(`${revision}/changes`, 'space:content:read', 'read'),
  get(`${revision}/page/{pageId}/changes`, 'space:content:read', 'read'),
  get(`${revision}/page/{pageId}/document`, 'space:content:read', 'read'),
  get(`${revision}/reusable-contents/{reusableContentId}/document`, 'space:content:read', 'read'),

  get(`${space}/change-requests`, 'space:metadata:read', 'read'),
  post(`${space}/change-requests`, 'space:content:write', 'edit', 201)(),
  get(`${org}/change-requests`, 'space:metadata:read', 'member'),
  get(request, 'space:metadata:read', 'read'),
  patch(request, 'space:metadata:write', 'edit')(),
  get(`${request}/contributors`, 'space:metadata:read', 'read'),
  ...contentReads(`${request}/content`),
  post(`${request}/content`, 'space:content:write', 'edit')(),
  get(`${request}/content/page/{pageId}/changes`, 'space:content:read', 'read'),
  get(`${request}/changes`, 'space:content:read', 'read'),
  get(`${request}/revisions`, 'space:content:read', 'read'),
  get(`${request}/merge-status`, 'space:content:read', 'read'),
  get(`${request}/viewed-pages`, 'space:metadata:read', 'read'),
  put(`${request}/viewed-pages/{pageId}`, 'space:metadata:write', 'read')(),
  remove(`${request}/viewed-pages/{pageId}`, 'space:metadata:write', 'read'),
  post(`${request}/merge`, 'space:content:write', 'review')(),
  post(`${request}/update`, 'space:content:write', 'edit')(),
  get(`${request}/conflicts`, 'space:content:read', 'read'),
  post(`${request}/conflicts/resolve`, 'space:content:write', 'edit')(withConflict),
  get(`${request}/reviews`, 'space:metadata:read', 'read'),
  post(`${request}/reviews`, 'space:metadata:write', 'review', 201)(),
  get(`${request}/reviews/{reviewId}`, 'space:metadata:read', 'read'),
  get(`${request}/requested-reviewers`, 'space:metadata:read', 'read'),
  post(`${request}/requested-reviewers`, 'space:metadata:write', 'edit')(),
  remove(`${request}/requested-reviewers/{userId}`, 'space:metadata:write', 'edit'),

  {
    ...post(`${space}/content/import`, 'space:content:write', 'edit', 201)(),
    raw: async () => ({
      rawBody: await archiveOf({ 'README.md': '# Imported' }),
      headers: { 'content-type': 'application/gzip' },
    }),
  },
  get(`${space}/content/imports/{runId}`, 'space:content:read', 'read'),
  get(`${space}/content/export`, 'space:content:read', 'read'),
  get(`${request}/content/export`, 'space:content:read', 'read'),
  post(`${space}/git/import`, 'space:git:sync', 'create', 204)(),
  post(`${space}/git/export`, 'space:git:sync', 'create', 204)(),
  get(`${space}/git/pull-requests`, 'space:content:read', 'read'),
  get(`${space}/git/info`, 'space:metadata:read', 'read'),
  post(`${space}/git/repository-check`, 'space:git:sync', 'create')(),
  post(
    `${space}/git/connection`,
    'space:git:sync',
    'create',
    201,
  )(({ admin, params }) => admin.api.delete(`/v1/spaces/${params['spaceId']}/git/connection`)),
  get(`${space}/git/connection`, 'space:git:sync', 'create'),
  patch(`${space}/git/connection`, 'space:git:sync', 'create')(),
  post(`${space}/git/connection/sync`, 'space:git:sync', 'create', 204)(),
  {
    ...remove(`${space}/git/connection`, 'space:git:sync', 'create'),
    prepare: ({ admin, params }) =>
      admin.api.post(`/v1/spaces/${params['spaceId']}/git/connection`, { url: params['repositoryUrl'] }),
  },
  get(`${space}/content/imports`, 'space:content:read', 'read'),

  ...gitHostRoutes,
  ...siteGitRoutes,

  ...commentRoutes,

  ...siteRoutes,

  ...conversationRoutes,
  ...importRoutes,
  ...insightsRoutes,
  ...integrationRoutes,
  ...integrationEventRoutes,
  ...editingRoutes,
  ...linkRoutes,
  ...memberPageRoutes,
  ...openApiRoutes,
  ...pdfRoutes,
  ...siteAddressRoutes,
  ...siteAudienceRoutes,
  ...siteCustomizationRoutes,
  ...templateRoutes,
  ...glossaryRoutes,
  ...translationRoutes,
];
