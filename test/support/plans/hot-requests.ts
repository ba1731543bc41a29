import { ROUTES } from '../../contract/routes.js';
import { addressOf } from '../../contract/route.js';
import { buildRouteFixture, type RouteFixture } from '../../contract/route-fixture.js';
import { addIntegration } from '../../contract/routes/integrations.js';
import { openChangeRequest, writePage } from '../change-requests.js';
import { postComment } from '../comments.js';
import { buildOrganization, buildPages, type TestOrganization, type TestUser } from '../factories.js';
import { publishFolder, type PublishedSite } from '../published-site.js';
import type { TestApp } from '../test-app.js';
import { recordStatements, type SentStatement } from './recorder.js';

const DAY = 24 * 3_600_000;

/** The paths that readers and machines request from a published site. */
const OF_SITE = [
  '',
  'guides/start',
  'guides/details.md',
  'gone',
  'sitemap.xml',
  'sitemap-pages.xml',
  'llms.txt',
  'rss.xml',
];

/**
 * The statements that an installation executes all day: every read, as an administrator and as a member; writes;
 * requests of readers; jobs.
 */
export async function hotStatements(test: TestApp): Promise<SentStatement[]> {
  const fixture = await buildRouteFixture(test);
  await addIntegration(fixture);
  const member = await fixture.member('edit');
  const admin = await buildOrganization(test);
  const site = await publishFolder(test, admin);
  await test.settle();
  // The shared application of other files in this worker runs at the same time.
  const [database] = await test.db.query<{ name: string }>('select current_database() as name');
  return recordStatements(database?.name ?? '', async (during) => {
    // Writes come first, so that their reads find no cache.
    await write(fixture, during);
    for (const user of [fixture.admin, member]) await read(fixture, user, during);
    await visit(site, during);
    await move(test, admin, during);
    during('jobs');
    await test.settle();
  });
}

type During = (request: string) => void;

async function write({ admin, params }: RouteFixture, during: During): Promise<void> {
  const { spaceId = '' } = params;
  const space = `/v1/spaces/${spaceId}`;
  during('pages are added to main');
  const [parent = '', page = ''] = await buildPages(admin, spaceId, [
    { title: 'Parent' },
    { title: 'Child' },
  ]);
  await buildPages(admin, spaceId, [{ title: 'Below', markdown: 'Words.', into: parent }]);
  during('a page of main is changed');
  await writePage(admin, space, page, 'Other words.');
  during('a page of main is moved');
  await admin.api.post(`${space}/content`, { changes: [{ operation: 'update_page', page, into: parent }] });
  during('a page of main is renamed');
  await admin.api.post(`${space}/content`, {
    changes: [{ operation: 'update_page', page: parent, title: 'Renamed', slug: 'renamed' }],
  });
  during('a change request is opened');
  const request = await openChangeRequest(admin, spaceId, { subject: 'Words' });
  during('a page of a change request is changed');
  await writePage(admin, request.path, page, 'Better words.');
  during('a comment is posted');
  await postComment(admin, request.path);
  during('a change request is merged');
  await admin.api.post(`${request.path}/merge`);
}

async function read({ params: known }: RouteFixture, { api }: TestUser, during: During): Promise<void> {
  for (const { route, params, query } of ROUTES) {
    const [method, template = ''] = route.split(' ');
    if (method !== 'GET') continue;
    const fixture = { params: known } as RouteFixture;
    during(route);
    await api.get(addressOf(template, { ...known, ...params?.(fixture) }), {
      query: typeof query === 'function' ? query(fixture) : query,
    });
  }
}

/**
 * Moves and deletes whole spaces. Garbage collection is left out: it walks through all content of an organization,
 * once a day.
 */
async function move(test: TestApp, from: TestOrganization, during: During): Promise<void> {
  const to = await buildOrganization(test);
  during('a folder is imported and published');
  const { space } = await publishFolder(test, from);
  const { api } = from.admin;
  during('a space is copied');
  const copy = await api.post(`/v1/spaces/${space}/duplicate`);
  const { id } = copy.body as { id: string };
  during('a space is given to another organization');
  const { Members } = await import('../../../src/modules/organizations/index.js');
  await test.app.get(Members).addMember(to.id, from.admin.id, 'admin');
  await api.post(`/v1/spaces/${id}/transfer`, { organization: to.id });
  during('deleted spaces are purged');
  await api.delete(`/v1/spaces/${space}`);
  test.clock.advance(8 * DAY);
  const { SpacesJobs } = await import('../../../src/modules/spaces/spaces.jobs.js');
  await test.app.get(SpacesJobs).purge();
}

async function visit({ url }: PublishedSite, during: During): Promise<void> {
  for (const path of OF_SITE) {
    during(`a reader asks for /${path}`);
    await (await fetch(url + path, { redirect: 'manual' })).text();
  }
  during('a reader searches');
  await (await fetch(`${url}~search?q=start`, { redirect: 'manual' })).text();
}
