import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { AddressClaimsJobs } from '../src/modules/sites/addresses/claims/address-claims.jobs.js';
import { TxtRecords } from '../src/modules/sites/addresses/claims/txt-records.js';
import { type DnsServer, startDnsServer } from './support/dns-server.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { askAs } from './support/hosts.js';
import { startMemberBrowser } from './support/member-browser.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const PUBLIC_URL = 'https://bindery.example.com/base';
const HOUR = 60 * 60 * 1000;

let test: TestApp;
let dns: DnsServer;
let organization: TestOrganization;
let count = 0;

beforeAll(async () => {
  [test, dns] = await Promise.all([createTestApp({ publicUrl: PUBLIC_URL }), startDnsServer()]);
  test.app.get(TxtRecords).servers = [dns.address];
});

beforeEach(async () => {
  organization = await buildOrganization(test);
});

afterAll(async () => {
  await test.close();
  await dns.close();
});

interface Published {
  path: string;
  space: string;
  /** The address that every site has, and its path. */
  target: string;
  base: string;
}

async function publish(of = organization): Promise<Published> {
  const space = await buildSpace(of, { title: 'Guide' });
  await buildPages(of.admin, space.id, [
    { title: 'Welcome', markdown: 'Hello from the site.' },
    { title: 'Second page', markdown: 'More.' },
  ]);
  const site = await of.admin.api.post(`/v1/orgs/${of.id}/sites`, { title: 'Docs', spaces: [space.id] });
  const path = `/v1/orgs/${of.id}/sites/${site.body.id}`;
  const published = await of.admin.api.post(`${path}/publish`);
  const target = published.body.urls.published as string;
  return { path, space: space.id, target, base: new URL(target).pathname };
}

const ask = (host: string, path: string, headers?: Record<string, string>) =>
  askAs(test.baseUrl, host, path, headers);
const change = (path: string, body: object) => organization.admin.api.patch(path, body);
const idOf = ({ path }: Published) => path.split('/').at(-1);
const freshHost = () => `docs-${++count}.acme.test`;

/** Gives the site a domain and proves it. */
async function prove({ path }: Published, hostname = freshHost()): Promise<string> {
  const { api } = organization.admin;
  expect((await api.patch(path, { hostname })).status).toBe(200);
  const { challenge } = (await api.get(`/v1/custom-hostnames/${hostname}`)).body;
  dns.records.set(challenge.name, ['something else', challenge.value]);
  expect((await api.patch(`/v1/custom-hostnames/${hostname}`)).status).toBe(204);
  return hostname;
}

/** Lets the domain say that the organization may have the address that the site claims. */
async function proveProxy(path: string, of = organization): Promise<void> {
  const { api } = of.admin;
  const { dns: record } = (await api.get(`${path}/proxy`)).body.challenges;
  dns.records.set(record.name, [...(dns.records.get(record.name) ?? []), record.value]);
  expect((await api.post(`${path}/proxy/verify`)).body).toMatchObject({ isActive: true, proof: 'dns' });
}

describe('a site at a domain of its own', () => {
  it('is opened for members by a page, since browsers do not follow the sign-in form to another origin', async () => {
    const site = await publish();
    const hostname = await prove(site);
    await change(site.path, { visibility: 'visitor-auth' });
    const member = await startMemberBrowser(test, organization.admin.token);
    const page = `/app/o/${organization.id}/sites/${idOf(site)}`;
    await member.post(`${page}/audience/sign-in`, { do: 'members' });
    const sent = await ask(hostname, '/second-page');
    expect(sent.location).toBe(`${PUBLIC_URL}${page}/enter?location=%2Fsecond-page`);
    const entered = await member.open(`${page}/enter?location=%2Fsecond-page`);
    const to = (entered.headers.get('refresh') ?? '').replace('0; url=', '');
    expect([entered.status, to]).toEqual([
      200,
      expect.stringContaining(`https://${hostname}/second-page?jwt_token=`),
    ]);
    const authorization = `Bearer ${new URL(to).searchParams.get('jwt_token')}`;
    expect((await ask(hostname, '/second-page', { authorization })).text).toContain('More.');
  });
});

describe('a site below PUBLIC_URL', () => {
  it('the site is read with and without the prefix of PUBLIC_URL, and its links and styles have it', async () => {
    const { target, base } = await publish();
    expect(target).toBe(`${PUBLIC_URL}/sites/${organization.hostname}/docs/`);
    for (const path of [base, base.slice('/base'.length)]) {
      const page = await ask('bindery.example.com', path);
      expect(page.status).toBe(200);
      expect(page.text).toContain(`href="${base}second-page"`);
      expect(page.text).toContain(`<link rel="canonical" href="${target}"`);
      expect(page.text).toContain(`<meta property="og:url" content="${target}"`);
      const style = /href="(\/base\/~bindery\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? '';
      expect((await ask('bindery.example.com', style)).status).toBe(200);
    }
    expect((await ask('bindery.example.com', '/base/v1')).status).toBe(200);
  });

  it.each(['127.0.0.1:4000', 'bindery', 'localhost', '[::1]:80'])(
    'the site is read by the name %s, which the API has too',
    async (host) => {
      const { base } = await publish();
      expect((await ask(host, base)).status).toBe(200);
      expect((await ask(host, '/v1')).status).toBe(200);
      expect((await ask(host, '/v1/nothing')).type).toContain('json');
    },
  );

  it('odd paths are not found', async () => {
    const { base } = await publish();
    for (const path of [
      '../../v1',
      '..%2f..%2fv1',
      '%2e%2e/second-page',
      'second-page%2f',
      'a%5cb',
      '%ff',
      '%00',
      'a//b',
    ])
      expect((await ask('bindery.example.com', base + path)).status, path).toBe(404);
    expect((await ask('bindery.example.com', `${base}${'x'.repeat(5000)}`)).status).toBe(404);
    const below = `/base/sites/${organization.hostname}/`;
    expect((await ask('bindery.example.com', `${below}%ff/`)).status).toBe(404);
    for (const path of ['%00/', '%00'])
      expect((await ask('bindery.example.com', below + path)).status).toBe(400);
  });
});

describe('a hostname without a site', () => {
  it('the hostname reaches the API, and every other path is not found', async () => {
    const { target } = await publish();
    for (const host of ['elsewhere.acme.test', `${organization.hostname}.bindery.example.com`, 'acme.test']) {
      for (const path of ['/v1', '/healthz', '/readyz'])
        expect((await ask(host, path)).status, host + path).toBe(200);
      for (const path of [
        '/',
        '/docs-page',
        '/second-page',
        '/openapi.json',
        '/docs',
        '/metrics',
        '/favicon.ico',
      ]) {
        const answer = await ask(host, path);
        expect(answer.status).toBe(404);
        expect(answer.type).toContain('text/html');
        expect(answer.text).not.toContain(new URL(target).host);
      }
    }
    const odd = ['x'.repeat(300), 'a..b', '-', '%', 'a b', '[::1', 'evil.test/../'];
    for (const host of odd) {
      expect((await ask(host, '/')).type, host).toContain('text/html');
      expect((await ask(host, '/healthz')).status, host).toBe(200);
    }
  });

  it('the hostname does not get a site by a forwarded host', async () => {
    const site = await publish();
    const hostname = await prove(site);
    const answer = await ask('elsewhere.acme.test', '/', { 'x-forwarded-host': hostname });
    expect(answer.status).toBe(404);
  });
});

describe('a custom hostname', () => {
  it('the hostname serves the site once DNS proves it, and is then its address everywhere', async () => {
    const site = await publish();
    const { api } = organization.admin;
    const hostname = freshHost();
    const resource = `/v1/custom-hostnames/${hostname}`;
    expect((await change(site.path, { hostname })).body).toMatchObject({ hostname });
    const pending = (await api.get(resource)).body;
    expect(pending).toMatchObject({
      isActive: false,
      target: { type: 'site', site: site.path.split('/').at(-1) },
    });
    expect(pending.status).toBeUndefined();
    expect(pending.challenge).toMatchObject({ type: 'TXT', name: `_bindery-challenge.${hostname}` });
    expect((await ask(hostname, '/')).status).toBe(404);
    expect((await api.get(site.path)).body.urls.published).toBe(site.target);

    const missing = await api.patch(resource);
    expect(missing.status).toBe(400);
    expect(missing.body.error.message).toContain(pending.challenge.value);
    expect((await api.get(resource)).body.status).toBe('dns_no_cname');
    dns.records.set(pending.challenge.name, ['wrong']);
    expect((await api.patch(resource)).status).toBe(400);
    expect((await api.get(resource)).body.status).toBe('dns_wrong_cname');
    dns.isBroken = true;
    expect((await api.patch(resource)).status).toBe(400);
    dns.isBroken = false;
    expect((await api.get(resource)).body.status).toBe('internal_error');
    expect((await ask(hostname, '/')).status).toBe(404);

    dns.records.set(pending.challenge.name, [pending.challenge.value]);
    expect((await api.patch(resource)).status).toBe(204);
    expect((await api.get(resource)).body).toMatchObject({ isActive: true, status: 'dns_passed' });
    const root = `https://${hostname}/`;
    expect((await api.get(site.path)).body.urls.published).toBe(root);
    const shown = await api.get(`${site.path}/site-spaces`);
    expect(shown.body.items[0].urls.published).toBe(root);
    expect((await api.get(`/v1/spaces/${site.space}`)).body.urls.published).toBe(root);
    const page = await ask(hostname, '/second-page');
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<link rel="canonical" href="${root}second-page"`);
    expect(page.text).toContain('href="/"');
    const style = /href="(\/~bindery\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? '';
    expect((await ask(hostname, style)).status).toBe(200);
    // Whole: what are paths of the API elsewhere may be pages here.
    expect((await ask(hostname, '/v1')).type).toContain('text/html');
  });

  it('the hostname is recognized in capitals, with a dot at its end, and with a port', async () => {
    const hostname = await prove(await publish());
    for (const host of [hostname.toUpperCase(), `${hostname}.`, `${hostname}:8443`, `${hostname}.:80`])
      expect((await ask(host, '/')).text, host).toContain('Hello from the site.');
  });

  it('the site redirects nobody to another host, however many slashes begin the path', async () => {
    const site = await publish();
    const hostname = await prove(site);
    await change(site.path, { visibility: 'share-link' });
    const link = await organization.admin.api.post(`${site.path}/share-links`, { name: 'All' });
    const key = new URL(link.body.urls.published as string).pathname.split('/')[1];
    await change(site.path, { visibility: 'public', adaptiveContent: { enabled: true } });
    for (const slashes of ['//', '///', '/\\', '/\\/'])
      for (const path of [
        `${slashes}evil.test/?jwt_token=x`,
        `${slashes}evil.test/?visitor.plan=pro`,
        `/${key}${slashes}evil.test/`,
      ])
        expect((await ask(hostname, path)).location, path).toMatch(/^\/evil\.test\/$/);
    const fallbackURL = 'https://login.acme.test/';
    await organization.admin.api.patch(`${site.path}/publishing/auth`, { fallbackURL });
    await change(site.path, { visibility: 'visitor-auth' });
    const { location = '' } = await ask(hostname, '//evil.test/');
    expect(new URL(location).searchParams.get('location')).toBe('/evil.test/');
    const url = `https://${hostname}//evil.test/`;
    const found = await test.api.post('/v1/urls/published', { url });
    expect(new URL(found.body.redirect as string).searchParams.get('location')).toBe('/evil.test/');
  });

  it('the hostname replaces the old address, which redirects to it with path and query', async () => {
    const site = await publish();
    const hostname = await prove(site);
    const old = await ask('bindery.example.com', `${site.base}second-page?a=1&b=%20`);
    expect(old).toMatchObject({ status: 307, location: `https://${hostname}/second-page?a=1&b=%20` });
    const bare = await ask('bindery.example.com', `${site.base.slice(0, -1)}?a=1`);
    expect(bare.location).toBe(`https://${hostname}/?a=1`);
    await change(`${site.path}`, { visibility: 'share-link' });
    expect((await ask('bindery.example.com', `${site.base}second-page`)).status).toBe(404);
  });

  it('the hostname belongs to one site, and is free again when it is removed', async () => {
    const site = await publish();
    const other = await publish();
    const hostname = await prove(site);
    const { api } = organization.admin;
    const refused = await change(other.path, { hostname });
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('hostname');
    const stranger = await buildOrganization(test);
    const foreign = await publish(stranger);
    expect((await stranger.admin.api.patch(foreign.path, { hostname })).status).toBe(409);
    expect((await stranger.admin.api.get(`/v1/custom-hostnames/${hostname}`)).status).toBe(404);
    expect((await stranger.admin.api.delete(`/v1/custom-hostnames/${hostname}`)).status).toBe(204);
    expect((await ask(hostname, '/')).status).toBe(200);
    expect((await change(site.path, { hostname })).status).toBe(200);
    expect((await ask(hostname, '/')).status).toBe(200);

    expect((await api.delete(`/v1/custom-hostnames/${hostname}`)).status).toBe(204);
    expect((await api.get(`/v1/custom-hostnames/${hostname}`)).status).toBe(404);
    expect((await ask(hostname, '/')).status).toBe(404);
    const { body } = await api.get(site.path);
    expect(body.hostname).toBeUndefined();
    expect(body.urls.published).toBe(site.target);
    expect((await api.get(`/v1/spaces/${site.space}`)).body.urls.published).toBe(site.target);
    expect((await ask('bindery.example.com', site.base)).status).toBe(200);
    expect((await change(other.path, { hostname })).status).toBe(200);
  });

  it('the hostname cannot be one that is used otherwise', async () => {
    const { path } = await publish();
    for (const hostname of [
      'bindery.example.com',
      '10.0.0.127',
      'Docs.acme.test',
      'acme.test',
      'docs.acme.test.',
      'docs acme test',
      7,
    ]) {
      const answer = await change(path, { hostname });
      expect(answer.status, String(hostname)).toBe(400);
      expect(answer.body.error.message).toContain('hostname');
    }
    const reviewer = await organization.member('review');
    expect((await reviewer.api.patch(path, { hostname: 'docs.acme.test' })).status).toBe(403);
  });

  it('a job verifies the hostname: claims until they are proven, and proven ones again and again', async () => {
    const site = await publish();
    const jobs = test.app.get(AddressClaimsJobs);
    const { api } = organization.admin;
    const hostname = freshHost();
    await change(site.path, { hostname });
    const resource = `/v1/custom-hostnames/${hostname}`;
    const { challenge } = (await api.get(resource)).body;
    await jobs.check();
    expect((await api.get(resource)).body).toMatchObject({ isActive: false, status: 'dns_no_cname' });
    dns.records.set(challenge.name, [challenge.value]);
    test.clock.advance(HOUR);
    await jobs.check();
    expect((await api.get(resource)).body.isActive).toBe(true);

    dns.records.delete(challenge.name);
    test.clock.advance(25 * HOUR);
    await jobs.check();
    expect((await api.get(resource)).body).toMatchObject({ isActive: true, status: 'dns_no_cname' });
    test.clock.advance(25 * HOUR);
    await jobs.check();
    expect((await ask(hostname, '/')).status).toBe(200);
    dns.isBroken = true;
    test.clock.advance(73 * HOUR);
    await jobs.check();
    expect((await ask(hostname, '/')).status).toBe(200);
    dns.isBroken = false;
    test.clock.advance(HOUR);
    await jobs.check();
    expect((await api.get(resource)).body.isActive).toBe(false);
    expect((await ask(hostname, '/')).status).toBe(404);
    expect((await api.get(site.path)).body.urls.published).toBe(site.target);
  });

  it('the hostname goes to the first site that proves it, whoever claimed it without proof', async () => {
    const [site, stranger] = [await publish(), await buildOrganization(test)];
    const foreign = await publish(stranger);
    const hostname = freshHost();
    const resource = `/v1/custom-hostnames/${hostname}`;
    const [mine, theirs] = [organization.admin.api, stranger.admin.api];
    expect((await theirs.patch(foreign.path, { hostname })).status).toBe(200);
    await prove(site, hostname);
    expect((await ask(hostname, '/')).status).toBe(200);
    expect((await mine.get(resource)).body).toMatchObject({ isActive: true, target: { site: idOf(site) } });

    const before = (await theirs.get(resource)).body;
    expect(before).toMatchObject({ isActive: false, target: { site: idOf(foreign) } });
    const late = await theirs.patch(resource);
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringContaining(hostname)]);
    // Nor by a proof, as long as the site that was first has one.
    dns.records.set(before.challenge.name, [
      ...(dns.records.get(before.challenge.name) ?? []),
      before.challenge.value,
    ]);
    expect((await theirs.patch(resource)).status).toBe(409);
    expect((await theirs.get(resource)).body).toMatchObject({ isActive: false, status: 'dns_wrong_cname' });
    expect((await theirs.get(foreign.path)).body.urls.published).toBe(foreign.target);
    expect((await mine.delete(resource)).status).toBe(204);
    expect((await ask(hostname, '/')).status).toBe(404);
    expect((await theirs.patch(resource)).status).toBe(204);
    expect((await mine.get(resource)).status).toBe(404);
    expect((await ask(hostname, '/')).status).toBe(200);
  });

  it('the hostname goes to one of two sites that prove it at once', async () => {
    const [site, stranger] = [await publish(), await buildOrganization(test)];
    const foreign = await publish(stranger);
    const hostname = freshHost();
    const resource = `/v1/custom-hostnames/${hostname}`;
    const apis = [organization.admin.api, stranger.admin.api];
    const values: string[] = [];
    for (const [index, path] of [site.path, foreign.path].entries()) {
      expect((await apis[index]?.patch(path, { hostname }))?.status).toBe(200);
      values.push((await apis[index]?.get(resource))?.body.challenge.value as string);
    }
    dns.records.set(`_bindery-challenge.${hostname}`, values);
    const answers = await Promise.all(apis.map((api) => api.patch(resource)));
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([204, 409]);
    const states = await Promise.all(apis.map(async (api) => (await api.get(resource)).body.isActive));
    expect(states).toEqual(answers.map(({ status }) => status === 204));
  });

  it('one site of an organization claims the hostname, and a member of several organizations gets the proven one', async () => {
    const [site, other, stranger] = [await publish(), await publish(), await buildOrganization(test)];
    const foreign = await publish(stranger);
    const hostname = freshHost();
    const resource = `/v1/custom-hostnames/${hostname}`;
    expect((await stranger.admin.api.patch(foreign.path, { hostname })).status).toBe(200);
    expect((await change(site.path, { hostname })).status).toBe(200);
    const refused = await change(other.path, { hostname });
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('hostname')]);
    const { api, id } = organization.admin;
    await test.app.get(Members).addMember(stranger.id, id, 'read');
    const shown = async () => (await api.get(resource)).body.target.site;
    // Confusing the two claims would make the operator add a record that proves the domain for another organization.
    for (const answer of [await api.get(resource), await api.patch(resource), await api.delete(resource)])
      expect([answer.status, answer.body.error.message]).toEqual([
        409,
        expect.stringContaining('?organization='),
      ]);
    const of = (id: string) => ({ query: { organization: id } });
    expect((await api.get(resource, of(stranger.id))).body.target.site).toBe(idOf(foreign));
    expect((await api.patch(resource, undefined, of(stranger.id))).status).toBe(403);
    expect((await api.get(resource, of('elsewhere'))).status).toBe(404);
    const { body } = await api.get(resource, of(organization.id));
    expect(body.target.site).toBe(idOf(site));
    dns.records.set(body.challenge.name, [body.challenge.value]);
    await test.app.get(AddressClaimsJobs).check();
    expect(await shown()).toBe(idOf(site));
  });

  it('the hostname is verified until a claim is a week old, and later on request', async () => {
    const site = await publish();
    const hostname = freshHost();
    await change(site.path, { hostname });
    const resource = `/v1/custom-hostnames/${hostname}`;
    const { challenge } = (await organization.admin.api.get(resource)).body;
    test.clock.advance(8 * 24 * HOUR);
    dns.records.set(challenge.name, [challenge.value]);
    await test.app.get(AddressClaimsJobs).check();
    expect((await organization.admin.api.get(resource)).body.isActive).toBe(false);
    expect((await organization.admin.api.patch(resource)).status).toBe(204);
    expect((await ask(hostname, '/')).status).toBe(200);
  });

  it('the hostname gets a certificate when it is proven', async () => {
    const site = await publish();
    const hostname = freshHost();
    const check = async (domain: string) =>
      (await ask('localhost', `/~bindery/tls-check?domain=${encodeURIComponent(domain)}`)).status;
    await change(site.path, { hostname });
    expect(await check(hostname)).toBe(404);
    await prove(site, hostname);
    expect(await check(hostname)).toBe(200);
    expect(await check(hostname.toUpperCase())).toBe(200);
    for (const domain of ['other.acme.test', `${organization.hostname}.sites.acme.test`, 'x', "' or 1=1"])
      expect(await check(domain)).toBe(404);
    expect((await ask('localhost', '/~bindery/tls-check')).status).toBe(400);
  });
});

describe('a site behind another server', () => {
  it('the site is read there: links, styles and its own address begin with the path of that server', async () => {
    const site = await publish();
    const proxy = `www.acme-${++count}.com/developer/docs`;
    const changed = await change(site.path, { proxy });
    expect(changed.body).toMatchObject({
      proxy: { origin: proxy, target: site.target },
      urls: { published: site.target },
    });
    await proveProxy(site.path);
    const proven = await organization.admin.api.get(site.path);
    expect(proven.body.urls.published).toBe(`https://${proxy}/`);
    expect((await organization.admin.api.get(`/v1/spaces/${site.space}`)).body.urls.published).toBe(
      `https://${proxy}/`,
    );
    const page = await ask('bindery.example.com', `${site.base}second-page`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<link rel="canonical" href="https://${proxy}/second-page"`);
    expect(page.text).toContain('href="/developer/docs/"');
    expect(page.text).not.toContain(`"${site.base}`);
    const style = /href="\/developer\/docs(\/~bindery\/assets\/[^"]+\.css)"/.exec(page.text)?.[1] ?? '';
    expect((await ask('bindery.example.com', site.base.slice(0, -1) + style)).status).toBe(200);
    const moved = await ask('bindery.example.com', `${site.base}Second-Page?a=1`);
    expect(moved).toMatchObject({ status: 307, location: '/developer/docs/second-page?a=1' });
    const back = await change(site.path, { proxy: null });
    expect(back.body.proxy).toBeUndefined();
    expect((await ask('bindery.example.com', site.base)).text).toContain(`"${site.base}second-page"`);
  });

  it('the site stays there beside a custom hostname, which is preferred', async () => {
    const site = await publish();
    const hostname = await prove(site);
    await change(site.path, { proxy: `acme-${++count}.com/docs` });
    await proveProxy(site.path);
    const page = await ask('bindery.example.com', `${site.base}second-page`);
    expect(page.text).toContain(`<link rel="canonical" href="https://${hostname}/second-page"`);
    expect(page.text).toContain('href="/docs/"');
    expect((await ask(hostname, '/second-page')).text).toContain('href="/"');
  });

  it('the address belongs to one site, and must be valid', async () => {
    const [site, other] = [await publish(), await publish()];
    const proxy = `acme-${++count}.com/docs`;
    expect((await change(site.path, { proxy })).status).toBe(200);
    await proveProxy(site.path);
    const taken = await change(other.path, { proxy: proxy.toUpperCase().replace('/DOCS', '/docs') });
    expect(taken.status).toBe(409);
    expect(taken.body.error.message).toContain('proxy');
    for (const wrong of [
      'acme.com',
      'https://acme.com/docs',
      'acme.com/',
      'acme.com/a b',
      'bindery.example.com/docs',
      '/docs',
    ]) {
      const answer = await change(other.path, { proxy: wrong });
      expect(answer.status, wrong).toBe(400);
      expect(answer.body.error.message).toContain('proxy');
    }
  });
});
