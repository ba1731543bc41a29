import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { publishSite } from './support/audience.js';
import { readPage, writePage } from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildToken,
  type TestOrganization,
} from './support/factories.js';
import { elements, parseHtml, textOf } from './support/html.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import {
  buildTranslation,
  readTranslation,
  runAgain,
  runsOf,
  startTranslatorFor,
  translateAt,
} from './support/translations.js';
import { translate, type Translator } from './support/translator.js';

let test: TestApp;
let server: Translator;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  server = await startTranslatorFor(test);
});
beforeEach(async () => {
  organization = await buildOrganization(test);
  translateAt(test, server.url);
});
afterEach(() => server.reset());
afterAll(async () => {
  await server.close();
  await test.close();
});

const admin = () => organization.admin.api;
const translations = () => `/v1/orgs/${organization.id}/translations`;
const pathOf = ({ urls }: { urls: { location: string } }) => new URL(urls.location).pathname;

async function source(markdown = 'Some words.') {
  const { id } = await buildSpace(organization);
  const [page = ''] = await buildPages(organization.admin, id, [{ title: 'Page', markdown }]);
  return { id, page };
}

it('a space has one language, also when two translations claim different ones at once', async () => {
  const { id } = await source();
  const answers = await Promise.all(
    [
      ['en', 'fr'],
      ['de', 'it'],
    ].map(([from, language]) =>
      admin().post(translations(), { source: { space: id, language: from }, language }),
    ),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 400]);
  const made = answers.find(({ status }) => status === 201)?.body;
  expect((await admin().get(`/v1/spaces/${id}`)).body.language).toBe(made.source.language);
  await test.settle();
});

describe('an organization that has AI switched off', () => {
  it('a translation sends no text to a model, and says so', async () => {
    const off = await admin().patch(`/v1/orgs/${organization.id}`, { ai: false });
    expect(off.status).toBe(200);
    const { id, page } = await source();
    const { urls } = await buildTranslation(test, organization, id, { automatic: false });
    const [failed] = await runsOf(organization.admin, urls.location);
    expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('AI switched off') });
    expect(server.requests).toEqual([]);
    await admin().patch(`/v1/orgs/${organization.id}`, { ai: true });
    expect(await runAgain(test, organization.admin, urls.location)).toMatchObject({ status: 'completed' });
    await admin().patch(`/v1/orgs/${organization.id}`, { ai: false });
    server.reset();
    expect(await runAgain(test, organization.admin, urls.location)).toMatchObject({ status: 'completed' });
    await writePage(organization.admin, `/v1/spaces/${id}`, page, 'Secret words.');
    expect(await runAgain(test, organization.admin, urls.location)).toMatchObject({ status: 'failed' });
    expect(server.requests).toEqual([]);
    const { result } = await readTranslation(organization.admin, urls.location);
    expect(await readPage(organization.admin, `/v1/spaces/${result.space}`, page)).toBe('SOME WORDS.');
  });

  it('a translation of the test provider runs all the same', async () => {
    translateAt(test, undefined);
    await admin().patch(`/v1/orgs/${organization.id}`, { ai: false });
    const { id } = await source();
    expect(await buildTranslation(test, organization, id)).toMatchObject({ stats: { runs: 1 } });
  });
});

describe('sites of a translated space', () => {
  const shown = async (site: { api: string }) =>
    (await admin().get(`${site.api}/site-spaces`)).body.items as { path: string }[];

  it('sites are changed with the permissions of the actor who sets onSites, not of the creator of the translation', async () => {
    const site = await publishSite(organization);
    const made = await buildTranslation(test, organization, site.space, { onSites: false });
    const writer = await organization.member('read');
    const granted = await admin().post(`/v1/spaces/${site.space}/permissions`, {
      users: [writer.id],
      role: 'create',
    });
    expect(granted.status, granted.text).toBeLessThan(300);
    const patched = await writer.api.patch(pathOf(made), { onSites: true });
    expect(patched).toMatchObject({ status: 200, body: { onSites: true } });
    await test.settle();
    expect(await shown(site)).toHaveLength(1);
    await writer.api.patch(pathOf(made), { onSites: false });
    await admin().patch(pathOf(made), { onSites: true });
    await test.settle();
    expect(await shown(site)).toHaveLength(2);
  });

  it('sites are not changed by tokens without the scope', async () => {
    const site = await publishSite(organization);
    const scopes = ['space:metadata:read', 'space:metadata:write'] as const;
    const { api } = await buildToken(test, organization.admin.id, [...scopes]);
    const body = { source: { space: site.space, language: 'en' }, language: 'fr' };
    const refused = await api.post(translations(), { ...body, onSites: true });
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('onSites') } },
    });
    const made = await api.post(translations(), body);
    expect(made).toMatchObject({ status: 201, body: { onSites: false } });
    await test.settle();
    expect((await api.patch(pathOf(made.body), { onSites: true })).status).toBe(403);
    expect(await shown(site)).toHaveLength(1);
  });

  it('sites show answers of a hostile provider as plain text', async () => {
    const site = await publishSite(organization, {}, [
      { title: 'Welcome', markdown: 'Read [the **manual**](https://example.com/manual) now.\n\n# Part' },
    ]);
    const evil = '<script>alert(1)</script>[x](javascript:alert(1))<img src=x onerror=alert(1)>\u0007\u202e';
    server.always(translate((text) => text.replace(/^\w+/, evil).replace(/manual/, `"><b>${evil}`)));
    const made = await buildTranslation(test, organization, site.space);
    const { pages } = (await admin().get(`/v1/spaces/${made.result.space}/content/pages`)).body as {
      pages: { title: string; slug: string }[];
    };
    expect(pages[0]?.title).toContain('<script>');
    expect(pages[0]?.title).not.toContain('\u0007');
    expect(pages[0]?.slug).toBe('welcome');
    const html = await (await fetch(`${test.baseUrl}${site.base}fr`)).text();
    const tree = parseHtml(html);
    expect(elements(tree, 'h1').map(textOf).join()).toContain('<script>');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img src=x');
    expect(elements(tree, 'img').filter(({ properties }) => properties.onError)).toEqual([]);
    const links = elements(tree, 'a').map(({ properties }) => String(properties.href));
    expect(links).toContain('https://example.com/manual');
    expect(links.filter((href) => /^\s*javascript/i.test(href))).toEqual([]);
  });
});

describe('a translated space that was deleted', () => {
  it('an edit does not create a purged space again, and a requested run does', async () => {
    const { id, page } = await source();
    const { urls, result } = await buildTranslation(test, organization, id);
    await admin().delete(`/v1/spaces/${result.space}`);
    await test.db.execute(`update spaces set deleted_at = now() - interval '30 days' where id = $1`, [
      result.space,
    ]);
    await test.app.get(Jobs).enqueue('spaces.purge', {});
    await test.settle();
    expect(await test.db.query('select 1 from spaces where id = $1', [result.space])).toEqual([]);
    await writePage(organization.admin, `/v1/spaces/${id}`, page, 'Other words.');
    await test.settle();
    const waiting = await test.db.query(
      `select 1 from translation_runs where organization_id = $1 and status = 'pending'`,
      [organization.id],
    );
    expect(waiting).toEqual([]);
    await runAgain(test, organization.admin, urls.location);
    const { space } = (await readTranslation(organization.admin, urls.location)).result;
    expect(space).not.toBe(result.space);
    expect(await readPage(organization.admin, `/v1/spaces/${space}`, page)).toBe('OTHER WORDS.');
  });
});
