import type { RouteFixture } from '../route-fixture.js';
import { addressOf, get, granted, org, patch, post, remove, type Route, site } from '../route.js';

const READ = 'site:metadata:read';
const WRITE = 'site:metadata:write';
const INVITE = 'permissions:write';

/** A space that is not on the site yet. */
const ofOtherSpace: Pick<Route, 'params'> = { params: ({ otherSpaceId }) => ({ spaceId: otherSpaceId }) };
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
  post(`${org}/sites`, WRITE, 'create', 201)(),
  get(site, READ, 'read'),
  patch(site, WRITE, 'create')(),
  remove(site, WRITE, 'create'),
  post(`${site}/ads`, WRITE, 'create', 204)(),
  post(`${site}/publish`, WRITE, 'create')(),
  post(
    `${site}/unpublish`,
    WRITE,
    'create',
  )(({ admin, params }) => admin.api.post(`${addressOf(site, params)}/publish`)),

  get(`${site}/structure`, READ, 'read'),
  patch(`${site}/structure/sort`, WRITE, 'create')(buildStructure),

  get(`${site}/site-spaces`, READ, 'read'),
  { ...post(`${site}/site-spaces`, WRITE, 'create', 201)(), ...ofOtherSpace },
  patch(siteSpace, WRITE, 'create')(),
  remove(siteSpace, WRITE, 'create'),
  post(`${siteSpace}/duplicate`, WRITE, 'create', 201)(),
  post(
    `${siteSpace}/move`,
    WRITE,
    'create',
  )(({ admin, params, otherSpaceId }) =>
    admin.api.post(`${addressOf(site, params)}/site-spaces`, { spaceId: otherSpaceId }),
  ),

  get(`${site}/sections`, READ, 'read'),
  { ...post(`${site}/sections`, WRITE, 'create', 201)(), ...ofOtherSpace },
  patch(section, WRITE, 'create')(buildStructure),
  { ...remove(section, WRITE, 'create'), prepare: buildStructure },
  post(`${section}/move`, WRITE, 'create')(buildStructure),

  get(`${site}/section-groups`, READ, 'read'),
  post(`${site}/section-groups`, WRITE, 'create', 201)(),
  patch(group, WRITE, 'create')(buildStructure),
  { ...remove(group, WRITE, 'create'), prepare: buildStructure },
  post(`${group}/sections`, WRITE, 'create', 201)(buildStructure),
  {
    ...remove(`${group}/sections/{siteSectionId}`, WRITE, 'create'),
    prepare: async (fixture) => {
      await buildStructure(fixture);
      const { siteSectionId: sectionId } = fixture.params;
      await fixture.admin.api.post(`${addressOf(group, fixture.params)}/sections`, { sectionId });
    },
  },
  post(`${group}/move`, WRITE, 'create')(buildStructure),

  post(`${site}/external-links`, WRITE, 'create', 201)(buildStructure),
  patch(link, WRITE, 'create')(buildStructure),
  { ...remove(link, WRITE, 'create'), prepare: buildStructure },

  post(permissions, INVITE, 'create', 204)(),
  get(`${permissions}/users`, 'permissions:read', 'create'),
  patch(`${permissions}/users/{userId}`, INVITE, 'create', 204)(),
  { ...remove(`${permissions}/users/{userId}`, INVITE, 'create'), prepare: granted(site) },
  get(`${permissions}/teams`, 'permissions:read', 'create'),
  patch(`${permissions}/teams/{teamId}`, INVITE, 'create', 204)(),
  { ...remove(`${permissions}/teams/{teamId}`, INVITE, 'create'), prepare: granted(site) },
  get(`${permissions}/aggregate`, 'permissions:read', 'create'),
];
