import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AddressClaimsJobs } from '../src/modules/sites/addresses/claims/address-claims.jobs.js';
import { TxtRecords } from '../src/modules/sites/addresses/claims/txt-records.js';
import { GuardedFetch } from '../src/platform/http-client/guarded-fetch.js';
import { type DnsServer, startDnsServer } from './support/dns-server.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { askAs } from './support/hosts.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const PUBLIC_URL = 'http://bindery.example.com';
const DAY = 24 * 60 * 60 * 1000;

let test: TestApp;
let dns: DnsServer;
let website: Server;
/** Answers of the website by path; other paths are not found. */
const answers = new Map<string, string>();
let owner: TestOrganization;
let stranger: TestOrganization;
let count = 0;
const proven = new Map<string, string>();

beforeAll(async () => {
  [test, dns] = await Promise.all([
    createTestApp({ publicUrl: PUBLIC_URL, provenAddresses: proven }),
    startDnsServer(),
  ]);
  test.app.get(TxtRecords).servers = [dns.address];
  website = createServer((request, response) => {
    const answer = answers.get(`${request.headers.host}${request.url}`);
    if (answer?.startsWith('http')) response.writeHead(302, { Location: answer }).end();
    else response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
  // All names of the world are at this website.
  const { port } = website.address() as AddressInfo;
  const client = test.app.get(GuardedFetch);
  const fetchBytes = client.fetchBytes.bind(client);
  client.fetchBytes = (address, options) => {
    const { host, pathname } = new URL(address);
    if (host.startsWith('silent')) return fetchBytes('http://127.0.0.1:1/', options);
    return fetchBytes(`http://127.0.0.1:${port}${pathname}`, { ...options, headers: { host } });
  };
});

beforeEach(async () => {
  [owner, stranger] = [await buildOrganization(test), await buildOrganization(test)];
});

afterAll(async () => {
  website.close();
  await Promise.all([test.close(), dns.close()]);
});

interface Published {
  path: string;
  id: string;
  /** The path that every site has. */
  base: string;
  organization: TestOrganization;
}

async function publish(organization: TestOrganization): Promise<Published> {
  const { admin, id } = organization;
  const space = await buildSpace(organization, { title: 'Guide' });
  await buildPages(admin, space.id, [{ title: 'Start', markdown: 'Hello.' }, { title: 'Two' }]);
  const site = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs', spaces: [space.id] });
  const path = `/v1/orgs/${id}/sites/${site.body.id}`;
  const { body } = await admin.api.post(`${path}/publish`);
  return { path, id: site.body.id, base: new URL(body.urls.published).pathname, organization };
}

const freshDomain = () => `www.acme-${++count}.com`;
const claim = ({ path, organization }: Published, proxy: string | null) =>
  organization.admin.api.patch(path, { proxy });
const stateOf = async ({ path, organization }: Published) =>
  (await organization.admin.api.get(`${path}/proxy`)).body;
const verify = ({ path, organization }: Published) => organization.admin.api.post(`${path}/proxy/verify`);
const urlOf = async ({ path, organization }: Published) =>
  (await organization.admin.api.get(path)).body.urls.published as string;
const lookUp = async (url: string) => (await test.api.post('/v1/urls/published', { url })).body;

async function addRecord(site: Published): Promise<void> {
  const { name, value } = (await stateOf(site)).challenges.dns;
  dns.records.set(name, [...(dns.records.get(name) ?? []), value]);
}

async function handOn(site: Published): Promise<void> {
  const { url, body } = (await stateOf(site)).challenges.http;
  answers.set(url.slice('http://'.length), body);
}

async function prove(site: Published, proxy: string): Promise<void> {
  expect((await claim(site, proxy)).status).toBe(200);
  await addRecord(site);
  expect((await verify(site)).status).toBe(200);
}

describe('a claimed address on another website', () => {
  it('the address counts nowhere while it is not proven', async () => {
    const site = await publish(owner);
    const own = PUBLIC_URL + site.base;
    const proxy = `${freshDomain()}/docs`;
    const { body } = await claim(site, proxy);
    expect([body.proxy.origin, body.urls.published]).toEqual([proxy, own]);
    expect(await stateOf(site)).toMatchObject({ object: 'site-proxy', isActive: false, target: own });
    expect((await lookUp(`http://${proxy}/two`)).error?.code).toBe(404);
    const page = await askAs(test.baseUrl, 'bindery.example.com', `${site.base}two`);
    expect(page.text).toContain(`<link rel="canonical" href="${own}two"`);
    const map = await askAs(test.baseUrl, 'bindery.example.com', `${site.base}sitemap.xml`);
    expect(map.text).not.toContain(proxy);
    const refused = await verify(site);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('TXT record'),
    ]);
    expect((await stateOf(site)).status).toBe('missing');
    const silent = `silent-${++count}.example.com/docs`;
    await claim(site, silent);
    dns.isBroken = true;
    expect((await verify(site)).body.error.message).toContain('answered');
    dns.isBroken = false;
    expect((await stateOf(site)).status).toBe('unanswered');
  });

  it('the address blocks nobody while it is not proven, and goes to its owner on proof', async () => {
    const [squatting, site] = [await publish(stranger), await publish(owner)];
    const proxy = `${freshDomain()}/docs`;
    expect((await claim(squatting, proxy)).status).toBe(200);
    await prove(site, proxy);
    expect(await urlOf(site)).toBe(`http://${proxy}/`);
    expect(await lookUp(`http://${proxy}/two`)).toMatchObject({ site: site.id, organization: owner.id });
    const late = await verify(squatting);
    expect([late.status, late.body.error.message]).toEqual([409, expect.stringContaining(proxy)]);
    expect(await stateOf(squatting)).toMatchObject({ isActive: false, status: 'taken' });
  });

  it('the address is refused to others below a proven one, with or without proof', async () => {
    const [site, hijacking] = [await publish(owner), await publish(stranger)];
    const domain = freshDomain();
    const guides = `${domain}/docs/guides`;
    expect((await claim(hijacking, guides)).status).toBe(200);
    await prove(site, `${domain}/docs`);
    await handOn(hijacking);
    expect((await verify(hijacking)).status).toBe(409);
    expect(await lookUp(`http://${guides}/page`)).toMatchObject({ site: site.id });
    await claim(hijacking, null);
    for (const below of [guides, `${domain}/docs/a/b`])
      expect((await claim(hijacking, below)).status).toBe(409);
    // Beside it, not below it.
    expect((await claim(hijacking, `${domain}/docs-of-others`)).status).toBe(200);
    const own = await publish(owner);
    expect((await claim(own, guides)).status).toBe(200);
    expect(await stateOf(own)).toMatchObject({ isActive: true, proof: 'held' });
    expect(await lookUp(`http://${guides}/two`)).toMatchObject({ site: own.id });
    expect(await lookUp(`http://${domain}/docs/two`)).toMatchObject({ site: site.id });
    expect((await claim(await publish(owner), guides)).status).toBe(409);
  });

  it('the address is proven by a website that forwards requests, and not by redirects', async () => {
    const site = await publish(owner);
    const proxy = `${freshDomain()}/docs`;
    await claim(site, proxy);
    const { url, body } = (await stateOf(site)).challenges.http;
    expect(url).toBe(`http://${proxy}/.well-known/bindery-challenge`);
    // Answer of the site on paths that the website proxies.
    const below = `${site.base}.well-known/bindery-challenge`;
    const answer = await askAs(test.baseUrl, 'bindery.example.com', below);
    expect([answer.status, answer.type, answer.text]).toEqual([200, 'text/plain; charset=utf-8', body]);
    // Names of others are not those of this server, and a site without a claim says nothing.
    for (const host of [proxy.split('/')[0] ?? '', 'docs.elsewhere.example.com'])
      expect((await askAs(test.baseUrl, host, below)).text).not.toContain(body);
    const other = await publish(stranger);
    const none = await askAs(
      test.baseUrl,
      'bindery.example.com',
      `${other.base}.well-known/bindery-challenge`,
    );
    expect(none.status).toBe(404);
    const path = url.slice('http://'.length);
    answers.set('elsewhere.example.com/token', body);
    answers.set(path, 'http://elsewhere.example.com/token');
    expect((await verify(site)).status).toBe(400);
    answers.set(path, `${body}\n`);
    expect((await verify(site)).body).toMatchObject({ isActive: true, proof: 'http', status: 'proven' });
    expect(await urlOf(site)).toBe(`http://${proxy}/`);
  });

  it('the address is proven by the operator of the server, or by a domain of the organization', async () => {
    const [site, other] = [await publish(owner), await publish(stranger)];
    const domain = freshDomain();
    proven.set(domain, owner.id);
    expect((await claim(other, `${domain}/docs`)).status).toBe(200);
    expect((await stateOf(other)).isActive).toBe(false);
    await claim(site, `${domain}/docs`);
    expect(await stateOf(site)).toMatchObject({ isActive: true, proof: 'operator' });
    const hostname = freshDomain();
    const { admin } = owner;
    const named = `docs.${domain}`;
    proven.set(named, owner.id);
    await admin.api.patch(site.path, { hostname: named });
    expect((await admin.api.get(`/v1/custom-hostnames/${named}`)).body.isActive).toBe(true);
    await admin.api.patch(site.path, { hostname });
    const { challenge } = (await admin.api.get(`/v1/custom-hostnames/${hostname}`)).body;
    dns.records.set(challenge.name, [challenge.value]);
    await admin.api.patch(`/v1/custom-hostnames/${hostname}`);
    const second = await publish(owner);
    await claim(second, `${hostname}/more`);
    expect(await stateOf(second)).toMatchObject({ isActive: true, proof: 'held' });
    expect((await claim(other, `${hostname}/theirs`)).status).toBe(409);
  });

  it('the address is verified again, and given up when its proof is missing for days', async () => {
    const site = await publish(owner);
    const proxy = `${freshDomain()}/docs`;
    await claim(site, proxy);
    await addRecord(site);
    const jobs = test.app.get(AddressClaimsJobs);
    await jobs.check();
    expect((await stateOf(site)).isActive).toBe(true);
    dns.records.clear();
    for (const [days, isActive] of [
      [2, true],
      [2, true],
      [2, false],
    ] as const) {
      test.clock.advance(days * DAY);
      await jobs.check();
      expect([days, (await stateOf(site)).isActive]).toEqual([days, isActive]);
    }
    expect((await lookUp(`http://${proxy}/two`)).error?.code).toBe(404);
  });

  it('an address from before proofs were required stays until somebody proves it', async () => {
    const [kept, below, site] = [await publish(stranger), await publish(stranger), await publish(owner)];
    const proxy = `${freshDomain()}/docs`;
    await claim(kept, proxy);
    await claim(below, `${proxy}/deep`);
    const sql = `update address_claims set proof = 'kept', verified_at = $2 where site_id = any($1::text[])`;
    await test.db.query(sql, [[kept.id, below.id], test.clock.now()]);
    await verify(kept);
    expect(await stateOf(kept)).toMatchObject({ isActive: true, proof: 'kept' });
    // It proves nothing further down.
    const third = await publish(stranger);
    await claim(third, `${proxy}/third`);
    expect((await stateOf(third)).isActive).toBe(false);
    await prove(site, proxy);
    for (const one of [kept, below]) expect((await stateOf(one)).isActive).toBe(false);
    expect(await lookUp(`http://${proxy}/deep/two`)).toMatchObject({ site: site.id });
  });
});

describe('the own address of a site on another website', () => {
  it('a request to it is answered with the paths of the proven address', async () => {
    const site = await publish(owner);
    const proxy = `${freshDomain()}/docs`;
    await prove(site, proxy);
    const there = {
      basePath: '/docs/',
      siteBasePath: '/docs/',
      canonicalUrl: `http://${proxy}/two`,
      pathname: '/two',
    };
    for (const url of [`http://${proxy}/two`, `${PUBLIC_URL}${site.base}two`])
      expect(await lookUp(url)).toMatchObject({ ...there, site: site.id });
  });
});
