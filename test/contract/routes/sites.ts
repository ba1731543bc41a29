import type { RouteFixture } from '../route-fixture.js';
import { addressOf, get, granted, org, patch, post, remove, type Route, site } from '../route.js';

const READ = 'site:metadata:read';
const WRITE = 'site:metadata:write';
const INVITE = 'permissions:write';

const addSpace: Route['body'] = (fixture) => ({ spaceId: fixture.otherSpaceId });
const section = `${site}/sections/{siteSectionId}`;
const group = `${site}/section-groups/{siteSectionGroupId}`;
const link = `${site}/external-links/{siteExternalLinkId}`;
const siteSpace = `${site}/site-spaces/{siteSpaceId}`;
const permissions = `${site}/permissions`;

/** A section in a group, and a link, on the fixture's site. */
async function buildStructure({ admin: { api }, params }: RouteFixture): Promise<void> {
  const organization = `/v1/orgs/${params['organizationId']}`;
  const base = `${organization}/sites/${params['siteId']}`;
  const added = async (path: string, body: object): Promise<string> =>
    ((await api.post(path, body)).body as { id: string }).id;
  const spaceId = await added(`${organization}/spaces`, { title: 'In a section', empty: true });
  params['siteSectionId'] = await added(`${base}/sections`, { spaceId });
  params['siteSectionGroupId'] = await added(`${base}/section-groups`, { title: 'Group' });
  params['siteExternalLinkId'] = await added(`${base}/external-links`, {
    title: 'Link',
    url: 'https://example.com/',
  });
}

/** Sites, what they are made of, and who may manage them. */
export const siteRoutes: Route[] = [
  get(`${org}/sites`, READ, 'member'),
  post(`${org}/sites`, WRITE, 'create', 201)(() => ({ title: 'New' })),
  get(site, READ, 'read'),
  patch(site, WRITE, 'create')(() => ({ title: 'Renamed' })),
  remove(site, WRITE, 'create'),
  post(`${site}/ads`, WRITE, 'create', 204)(() => ({ status: 'in-review', topic: 'webdev' })),
  post(`${site}/publish`, WRITE, 'create')(),
  post(
    `${site}/unpublish`,
    WRITE,
    'create',
  )(undefined, ({ admin, params }) => admin.api.post(`${addressOf(site, params)}/publish`)),

  get(`${site}/structure`, READ, 'read'),
  patch(
    `${site}/structure/sort`,
    WRITE,
    'create',
  )(
    ({ params }) => ({ item: { type: 'site-section', id: params['siteSectionId'] }, position: {} }),
    buildStructure,
  ),

  get(`${site}/site-spaces`, READ, 'read'),
  post(`${site}/site-spaces`, WRITE, 'create', 201)(addSpace),
  patch(siteSpace, WRITE, 'create')(() => ({ path: 'elsewhere' })),
  remove(siteSpace, WRITE, 'create'),
  post(`${siteSpace}/duplicate`, WRITE, 'create', 201)(),
  post(
    `${siteSpace}/move`,
    WRITE,
    'create',
  )(
    () => ({}),
    ({ admin, params, otherSpaceId }) =>
      admin.api.post(`${addressOf(site, params)}/site-spaces`, { spaceId: otherSpaceId }),
  ),

  get(`${site}/sections`, READ, 'read'),
  post(`${site}/sections`, WRITE, 'create', 201)(addSpace),
  patch(section, WRITE, 'create')(() => ({ title: 'Renamed' }), buildStructure),
  { ...remove(section, WRITE, 'create'), prepare: buildStructure },
  post(`${section}/move`, WRITE, 'create')(() => ({}), buildStructure),

  get(`${site}/section-groups`, READ, 'read'),
  post(`${site}/section-groups`, WRITE, 'create', 201)(() => ({ title: 'More' })),
  patch(group, WRITE, 'create')(() => ({ title: 'Renamed' }), buildStructure),
  { ...remove(group, WRITE, 'create'), prepare: buildStructure },
  post(
    `${group}/sections`,
    WRITE,
    'create',
    201,
  )(({ params }) => ({ sectionId: params['siteSectionId'] }), buildStructure),
  {
    ...remove(`${group}/sections/{siteSectionId}`, WRITE, 'create'),
    prepare: async (fixture) => {
      await buildStructure(fixture);
      const { siteSectionId: sectionId } = fixture.params;
      await fixture.admin.api.post(`${addressOf(group, fixture.params)}/sections`, { sectionId });
    },
  },
  post(`${group}/move`, WRITE, 'create')(() => ({}), buildStructure),

  post(
    `${site}/external-links`,
    WRITE,
    'create',
    201,
  )(() => ({ title: 'Elsewhere', url: 'https://example.com/' }), buildStructure),
  patch(link, WRITE, 'create')(() => ({ title: 'Renamed' }), buildStructure),
  { ...remove(link, WRITE, 'create'), prepare: buildStructure },

  post(permissions, INVITE, 'create', 204)((fixture) => ({ users: [fixture.userId], role: 'read' })),
  get(`${permissions}/users`, 'permissions:read', 'create'),
  patch(`${permissions}/users/{userId}`, INVITE, 'create', 204)(() => ({ role: 'comment' })),
  { ...remove(`${permissions}/users/{userId}`, INVITE, 'create'), prepare: granted(site) },
  get(`${permissions}/teams`, 'permissions:read', 'create'),
  patch(`${permissions}/teams/{teamId}`, INVITE, 'create', 204)(() => ({ role: 'read' })),
  { ...remove(`${permissions}/teams/{teamId}`, INVITE, 'create'), prepare: granted(site) },
  get(`${permissions}/aggregate`, 'permissions:read', 'create'),
];
