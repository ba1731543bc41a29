import { ROUTES } from '../../contract/routes.js';
import { addressOf } from '../../contract/route.js';
import { buildRouteFixture, type RouteFixture } from '../../contract/route-fixture.js';
import { addIntegration } from '../../contract/routes/integrations.js';
import { openChangeRequest, writePage } from '../change-requests.js';
import { postComment } from '../comments.js';
import { buildOrganization, buildPages, type TestUser } from '../factories.js';
import { publishFolder, type PublishedSite } from '../published-site.js';
import type { TestApp } from '../test-app.js';
import { recordStatements, type SentStatement } from './recorder.js';

/** What readers and machines ask of a published site. */
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

/** The statements that an installation sends all day: for every read there is, as an administrator and as a member, for writes, for readers, and in jobs. */
export async function hotStatements(test: TestApp): Promise<SentStatement[]> {
  const fixture = await buildRouteFixture(test);
  await addIntegration(fixture);
  const member = await fixture.member('edit');
  const site = await publishFolder(test, await buildOrganization(test));
  await test.settle();
  return recordStatements(async (during) => {
    // First, so that what is read then is in no cache.
    await write(fixture, during);
    for (const user of [fixture.admin, member]) await read(fixture, user, during);
    await visit(site, during);
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

async function visit({ url }: PublishedSite, during: During): Promise<void> {
  for (const path of OF_SITE) {
    during(`a reader asks for /${path}`);
    await (await fetch(url + path, { redirect: 'manual' })).text();
  }
  during('a reader searches');
  await (await fetch(`${url}~search?q=start`, { redirect: 'manual' })).text();
}
