import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemberRoutes } from '../../src/modules/member-pages/index.js';
import { type MemberBrowser, startMemberBrowser } from '../support/member-browser.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { buildRouteFixture, type RouteFixture } from './route-fixture.js';
import { addIntegration } from './routes/integrations.js';

let test: TestApp;
let fixture: RouteFixture;
/** The pages about something, each with an address of it. */
let addresses: string[];

beforeAll(async () => {
  test = await createTestApp();
  fixture = await buildRouteFixture(test);
  await addIntegration(fixture);
  const routes = test.app.get(MemberRoutes, { strict: false }).list();
  addresses = [...new Set(routes.map(({ path }) => `/app${addressOf(path)}`))]
    .filter((address) => /\/(?:o|s|c)\//.test(address))
    .sort();
});

afterAll(() => test.close());

/** Names of things in paths of pages, with those of the API. */
const NAMES: Record<string, string> = {
  organization: 'organizationId',
  site: 'siteId',
  space: 'spaceId',
  collection: 'collectionId',
  member: 'userId',
  team: 'teamId',
  change: 'changeRequestId',
  number: 'changeRequestNumber',
  page: 'pageId',
  file: 'fileId',
  reusable: 'reusableContentId',
  revision: 'revisionId',
  font: 'fontId',
  redirect: 'siteRedirectId',
  spec: 'specSlug',
  integration: 'integrationName',
  run: 'importRunId',
};

function addressOf(path: string): string {
  const values: Record<string, string> = { ...fixture.params, changeRequestNumber: '1' };
  return path
    .replaceAll(/\{\/\*\w+\}|\{\/:\w+\}/g, '')
    .replaceAll(/:(\w+)/g, (_, name: string) => values[NAMES[name] ?? name] ?? 'none');
}

const statusesOf = async (open: (address: string) => Promise<Response>): Promise<[string, number][]> => {
  const statuses: [string, number][] = [];
  for (const address of addresses) statuses.push([address, (await open(address)).status]);
  return statuses;
};

describe('Every page about an organization, a space or a collection', () => {
  it('opens or says why not, for its administrator', async () => {
    expect(addresses.length).toBeGreaterThan(90);
    const admin = await startMemberBrowser(test, fixture.admin.token);
    const statuses = await statusesOf((address) => admin.open(address));
    // An export asks for its format.
    const isWrong = ([address, status]: [string, number]): boolean =>
      ![200, 303, 404, ...(address.endsWith('/audit/export') ? [400] : [])].includes(status);
    expect(statuses.filter(isWrong)).toEqual([]);
    // The fixture has most of what pages are about.
    expect(statuses.filter(([, status]) => status === 200).length).toBeGreaterThan(60);
  });

  it('has one main heading, and says none of its headings twice', async () => {
    const admin = await startMemberBrowser(test, fixture.admin.token);
    const wrong: [string, string[]][] = [];
    for (const address of addresses) {
      const answer = await admin.open(address);
      const html = await answer.text();
      if (answer.status !== 200 || !answer.headers.get('content-type')?.startsWith('text/html')) continue;
      const headings = [...html.matchAll(/<(h[12])\b[^>]*>(.*?)<\/\1>/gs)].map(([, level, words = '']) => ({
        level,
        text: words.replaceAll(/<[^>]*>/g, '').trim(),
      }));
      const texts = headings.map(({ text }) => text);
      const mains = headings.filter(({ level }) => level === 'h1').length;
      if (mains !== 1 || new Set(texts).size < texts.length) wrong.push([address, texts]);
    }
    expect(wrong).toEqual([]);
  });

  it('is not there for an administrator of another organization, forms included', async () => {
    const stranger = await startMemberBrowser(test, fixture.target.admin.token);
    const pages = await statusesOf((address) => stranger.open(address));
    // A page that takes only forms leads to the page around it, whatever is there.
    const isShown = ([address, status]: [string, number]): boolean =>
      status !== 404 && !(status === 303 && address.endsWith('/~/new-page'));
    expect(pages.filter(isShown)).toEqual([]);
    const forms = await statusesOf((address) => stranger.post(address, { do: 'save', title: 'x' }));
    // Pages without forms take none.
    expect(forms.filter(([, status]) => status !== 404 && status !== 405)).toEqual([]);
  });

  it('is not there, or closed, for a guest whom nothing was shared with', async () => {
    const guest: MemberBrowser = await startMemberBrowser(test, (await fixture.member(null)).token);
    const allowed = new Set([200, 303, 403, 404]);
    const statuses = await statusesOf((address) => guest.open(address));
    expect(statuses.filter(([, status]) => !allowed.has(status))).toEqual([]);
    const inside = statuses.filter(
      ([address, status]) => status === 200 && /\/(?:s|c|sites\/[^/]+)\//.test(address),
    );
    expect(inside).toEqual([]);
  });

  it('sends visitors to the sign-in', async () => {
    const statuses = await statusesOf((address) => fetch(test.baseUrl + address, { redirect: 'manual' }));
    expect(statuses.filter(([, status]) => status !== 303)).toEqual([]);
  });
});
