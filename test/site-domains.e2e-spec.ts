import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { askAs } from './support/hosts.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await createTestApp({
    publicUrl: 'https://sites.example.com/base',
    sitesDomain: 'sites.example.com:8443',
  });
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

const ask = (host: string, path: string) => askAs(test.baseUrl, host, path);

async function publish(title: string, spaces: { title: string; language?: string; pages: string[] }[]) {
  const { admin, id } = organization;
  const ids: string[] = [];
  for (const { pages, ...body } of spaces) {
    const space = await buildSpace(organization, body);
    await buildPages(
      admin,
      space.id,
      pages.map((page) => ({ title: page })),
    );
    ids.push(space.id);
  }
  const site = await admin.api.post(`/v1/orgs/${id}/sites`, { title, spaces: ids });
  const path = `/v1/orgs/${id}/sites/${site.body.id}`;
  const published = await admin.api.post(`${path}/publish`);
  return { id: site.body.id as string, path, url: published.body.urls.published as string };
}

describe('a site below SITES_DOMAIN', () => {
  it('the site is read there, and its address below PUBLIC_URL redirects to it', async () => {
    const { url } = await publish('Docs', [{ title: 'Guide', pages: ['Welcome', 'Second page'] }]);
    const host = `${organization.hostname}.sites.example.com`;
    expect(url).toBe(`https://${host}:8443/docs/`);
    for (const name of [host, `${host}:8443`, `${host.toUpperCase()}.`]) {
      const page = await ask(name, '/docs/second-page');
      expect(page.status).toBe(200);
      expect(page.text).toContain(`<link rel="canonical" href="${url}second-page"`);
      expect(page.text).toContain('href="/~bindery/assets/');
      expect(page.text).toContain('href="/docs/"');
    }
    expect((await ask(host, '/docs')).location).toBe('/docs/');
    const path = `/base/sites/${organization.hostname}/docs/second-page?a=1`;
    expect(await ask('sites.example.com', path)).toMatchObject({
      status: 307,
      location: `${url}second-page?a=1`,
    });
  });

  it('the hostname serves no other site and no API', async () => {
    const stranger = await buildOrganization(test);
    await publish('Own', [{ title: 'Guide', pages: ['Welcome'] }]);
    const answers = [
      ask(`${stranger.hostname}.sites.example.com`, '/own/'),
      ask(`x.${organization.hostname}.sites.example.com`, '/own/'),
      ask('nobody.sites.example.com', '/own/'),
      ask(`${organization.hostname}.sites.example.com`, '/v1'),
      ask(`${organization.hostname}.sites.example.com`, '/'),
      ask(`${organization.hostname}.sites.example.com.evil.test`, '/own/'),
    ];
    for (const answer of await Promise.all(answers)) {
      expect(answer.status).toBe(404);
      expect(answer.type).toContain('text/html');
    }
    expect((await ask('sites.example.com', '/base/v1')).status).toBe(200);
  });

  it('the root of the organization redirects to its default site', async () => {
    const { id, url } = await publish('Home', [{ title: 'Guide', pages: ['Welcome'] }]);
    const body = { defaultContent: { type: 'site', site: id } };
    expect((await organization.admin.api.patch(`/v1/orgs/${organization.id}`, body)).status).toBe(200);
    const root = await ask(`${organization.hostname}.sites.example.com`, '/?a=1');
    expect(root).toMatchObject({ status: 307, location: `${url}?a=1` });
    expect((await ask('sites.example.com', `/sites/${organization.hostname}/`)).location).toBe(url);
  });

  it('the hostname of each existing organization gets a certificate', async () => {
    const check = async (domain: string) =>
      (await ask('localhost', `/~bindery/tls-check?domain=${domain}`)).status;
    expect(await check(`${organization.hostname}.sites.example.com`)).toBe(200);
    expect(await check('nobody.sites.example.com')).toBe(404);
    expect(await check(`x.${organization.hostname}.sites.example.com`)).toBe(404);
    expect(await check('sites.example.com')).toBe(404);
  });

  it('the domain and its names are refused as custom hostnames', async () => {
    const { path } = await publish('Names', [{ title: 'Guide', pages: ['Welcome'] }]);
    for (const body of [{ hostname: 'other.sites.example.com' }, { proxy: 'other.sites.example.com/docs' }])
      expect((await organization.admin.api.patch(path, body)).status).toBe(400);
  });
});

describe('a page in several languages', () => {
  it('the page names the other languages, and the default for all others', async () => {
    const { url } = await publish('Translated', [
      { title: 'English', language: 'en', pages: ['Welcome', 'Usage', 'Only here'] },
      { title: 'Deutsch', language: 'de', pages: ['Welcome', 'Usage'] },
      { title: 'English old', language: 'en', pages: ['Welcome', 'Usage'] },
    ]);
    const alternates = async (path: string) => {
      const { pathname, host } = new URL(url);
      const page = await ask(host, pathname + path);
      const links = page.text.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g);
      return Object.fromEntries([...links].map(([, language, href]) => [language, href]));
    };
    const usage = { en: `${url}usage`, de: `${url}deutsch/usage`, 'x-default': `${url}usage` };
    expect(await alternates('usage')).toEqual(usage);
    expect(await alternates('deutsch/usage')).toEqual(usage);
    expect(await alternates('')).toEqual({ en: url, de: `${url}deutsch/`, 'x-default': url });
    expect(await alternates('english-old/usage')).toEqual({ ...usage, en: `${url}english-old/usage` });
    expect(await alternates('only-here')).toEqual({});
  });
});
