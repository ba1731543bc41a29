import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AddressClaimsJobs } from '../src/modules/sites/addresses/claims/address-claims.jobs.js';
import { TxtRecords } from '../src/modules/sites/addresses/claims/txt-records.js';
import { GuardedFetch } from '../src/platform/http-client/guarded-fetch.js';
import { publishSite } from './support/audience.js';
import { type DnsServer, startDnsServer } from './support/dns-server.js';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { askAs } from './support/hosts.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const PUBLIC_URL = 'http://bindery.example.com';
const DAY = 24 * 60 * 60 * 1000;

let test: TestApp;
let dns: DnsServer;
let website: Server;
/** Answers of the website by host and path; others are not found. */
const answers = new Map<string, string>();
let organization: TestOrganization;
let owner: MemberBrowser;
let count = 0;

beforeAll(async () => {
  [test, dns] = await Promise.all([createTestApp({ publicUrl: PUBLIC_URL }), startDnsServer()]);
  test.app.get(TxtRecords).servers = [dns.address];
  website = createServer((request, response) => {
    const answer = answers.get(`${request.headers.host}${request.url}`);
    response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
  const { port } = website.address() as AddressInfo;
  const client = test.app.get(GuardedFetch);
  const fetchBytes = client.fetchBytes.bind(client);
  client.fetchBytes = (address, options) => {
    const { host, pathname } = new URL(address);
    return fetchBytes(`http://127.0.0.1:${port}${pathname}`, { ...options, headers: { host } });
  };
});

afterAll(async () => {
  website.close();
  await Promise.all([test.close(), dns.close()]);
});

beforeEach(async () => {
  organization = await buildOrganization(test);
  owner = await startMemberBrowser(test, organization.admin.token);
});

const api = () => organization.admin.api;
const fresh = () => `docs-${++count}.acme.test`;
const words = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

async function publish(of = organization) {
  const site = await publishSite(of);
  return { ...site, page: `/app/o/${of.id}/sites/${site.id}/addresses`, target: PUBLIC_URL + site.base };
}

type Site = Awaited<ReturnType<typeof publish>>;

const urlOf = async (site: Site) => (await api().get(site.api)).body.urls.published as string;

/** The text that proves the domain. */
async function tokenFor(hostname: string): Promise<string> {
  return (await api().get(`/v1/custom-hostnames/${hostname}`)).body.challenge.value as string;
}

async function prove(site: Site, hostname = fresh()): Promise<string> {
  await owner.post(site.page, { do: 'set-hostname', hostname });
  dns.records.set(`_bindery-challenge.${hostname}`, [await tokenFor(hostname)]);
  const asked = await owner.post(site.page, { do: 'ask-dns', hostname });
  expect(asked.headers.get('location')).toBe(`${site.page}?done=ask-dns`);
  return hostname;
}

describe('the address of a site on this server', () => {
  it('says what becomes of the old one, which is gone', async () => {
    const site = await publish();
    const shown = words(await owner.read(site.page));
    expect(shown).toContain(site.target);
    expect(shown).toContain('nothing is at the old address');
    await owner.post(site.page, { do: 'set-basename', basename: 'manual' });
    expect(await urlOf(site)).toBe(`${PUBLIC_URL}/sites/${organization.hostname}/manual/`);
    expect((await askAs(test.baseUrl, 'bindery.example.com', site.base)).status).toBe(404);
    const refused = await owner.post(site.page, { do: 'set-basename', basename: '<i>No' });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('value="&lt;i>No"'),
    ]);
    const other = await publish();
    const taken = await owner.post(other.page, { do: 'set-basename', basename: 'manual' });
    expect([taken.status, words(await taken.text())]).toEqual([409, expect.stringContaining('another site')]);
  });

  it('is seen by readers, who change nothing, and not by strangers', async () => {
    const site = await publish();
    await prove(site);
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const shown = await reader.read(site.page);
    expect(shown).toContain('Proven');
    expect(shown).not.toContain('name="do"');
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await stranger.open(site.page)).status).toBe(404);
    const hostname = (await api().get(site.api)).body.hostname as string;
    const forms: Record<string, string>[] = [
      { do: 'set-hostname', hostname: fresh() },
      { do: 'ask-dns', hostname },
      { do: 'remove-hostname', hostname },
      { do: 'set-basename', basename: 'other' },
      { do: 'set-proxy', proxy: 'acme.test/docs' },
      { do: 'remove-proxy' },
    ];
    for (const form of forms) {
      expect((await reader.post(site.page, form)).status, form['do']).toBe(403);
      expect((await stranger.post(site.page, form)).status, form['do']).toBe(404);
    }
    expect((await reader.post(site.page, { do: 'verify' })).status).toBe(403);
    expect(await urlOf(site)).toBe(`http://${hostname}/`);
  });
});

describe('a domain of its own', () => {
  it('is set, waits, is found wrong, is proven and is taken off', async () => {
    const site = await publish();
    expect(await owner.read(site.page)).toContain('The site has no custom domain');
    const hostname = fresh();
    await owner.post(site.page, { do: 'set-hostname', hostname: hostname.toUpperCase() });
    const token = await tokenFor(hostname);
    const waiting = await owner.read(`${site.page}?done=set-hostname`);
    expect(words(waiting)).toContain('Waiting for its proof');
    for (const value of [`_bindery-challenge.${hostname}`, token, hostname, 'bindery.example.com'])
      expect(waiting).toContain(`value="${value}"`);

    const ask = async () => {
      const answer = await owner.post(site.page, { do: 'ask-dns', hostname });
      return { status: answer.status, text: words(await answer.text()) };
    };
    const missing = await ask();
    expect(missing.status).toBe(400);
    expect(missing.text).toContain('Not proven yet');
    dns.records.set(`_bindery-challenge.${hostname}`, ['<b>old</b>\u0007', 'v=spf1']);
    const wrong = await ask();
    expect(wrong.text).toContain('Wrong record');
    expect(wrong.text).toContain(`Expected ${token}`);
    expect(wrong.text).toContain('Found &lt;b>old&lt;/b> v=spf1');
    expect((await api().get(`/v1/custom-hostnames/${hostname}`)).body.found).toEqual([
      '<b>old</b> ',
      'v=spf1',
    ]);
    dns.isBroken = true;
    const silent = await ask();
    dns.isBroken = false;
    expect(silent.text).toContain('No answer');
    expect(silent.text).not.toContain('Found');

    await prove(site, hostname);
    expect(await urlOf(site)).toBe(`http://${hostname}/`);
    const proven = words(await owner.read(site.page));
    expect(proven).toContain('The record of the domain proves it.');
    expect(proven).toContain(`Its other addresses lead there, with path and query: ${site.target}`);
    expect(proven).toContain(`Links to ${hostname} end on a page that says that nothing is here`);

    const stale = await owner.post(site.page, { do: 'remove-hostname', hostname: 'docs.other.test' });
    expect(stale.status).toBe(400);
    await owner.post(site.page, { do: 'remove-hostname', hostname });
    expect(await urlOf(site)).toBe(site.target);
    expect((await askAs(test.baseUrl, hostname, '/')).status).toBe(404);
  });

  it('is lost when its proof is missing for days, after a warning', async () => {
    const site = await publish();
    const hostname = await prove(site);
    dns.records.delete(`_bindery-challenge.${hostname}`);
    const jobs = test.app.get(AddressClaimsJobs);
    const later = async (days: number) => {
      test.clock.advance(days * DAY);
      await jobs.check();
      // Sessions end meanwhile.
      owner = await startMemberBrowser(test, organization.admin.token);
    };
    await later(2);
    const losing = words(await owner.read(site.page));
    expect(losing).toContain('Proof missing');
    expect(losing).toContain(`the site goes back to ${site.target}`);
    expect(await urlOf(site)).toBe(`http://${hostname}/`);
    await later(4);
    expect(words(await owner.read(site.page))).toContain('Lost The proof was missing for 3 days');
    expect(await urlOf(site)).toBe(site.target);
    await prove(site, hostname);
    test.clock.advance(-6 * DAY);
  });

  it('is refused where it cannot be, and is said to be taken where another site proved it', async () => {
    const site = await publish();
    for (const hostname of ['', 'acme', 'bindery.example.com', 'a b.example.com']) {
      const refused = await owner.post(site.page, { do: 'set-hostname', hostname });
      expect([refused.status, await refused.text()], hostname).toEqual([
        400,
        expect.stringContaining('hostname'),
      ]);
    }
    const hostname = fresh();
    await owner.post(site.page, { do: 'set-hostname', hostname });
    const rival = await buildOrganization(test);
    const theirs = await publishSite(rival);
    await rival.admin.api.patch(theirs.api, { hostname });
    const { challenge } = (await rival.admin.api.get(`/v1/custom-hostnames/${hostname}`)).body;
    dns.records.set(challenge.name, [challenge.value]);
    await rival.admin.api.patch(`/v1/custom-hostnames/${hostname}`);
    const asked = await owner.post(site.page, { do: 'ask-dns', hostname });
    expect([asked.status, words(await asked.text())]).toEqual([
      409,
      expect.stringContaining('Taken Another site has proven this domain'),
    ]);
    expect(await owner.read(site.page)).not.toContain(theirs.id);
  });
});

describe('an address below another website', () => {
  it('is set, checked, proven by handing requests on, and ended', async () => {
    const site = await publish();
    expect(await owner.read(site.page)).toContain('The site is not read below another website');
    const proxy = `www.${fresh()}/docs`;
    await owner.post(site.page, { do: 'set-proxy', proxy: `https://${proxy}/` });
    const { challenges } = (await api().get(`${site.api}/proxy`)).body;
    const waiting = await owner.read(site.page);
    expect(waiting).toContain(`proxy_pass ${site.target};`);
    expect(waiting).toContain('proxy_set_header Host bindery.example.com;');
    expect(waiting).toContain(`handle_path /docs/*`);
    expect(waiting).toContain(`value="${challenges.http.body}"`);
    const path = challenges.http.url.slice('http://'.length) as string;
    const check = async () => {
      const answer = await owner.post(site.page, { do: 'verify' });
      return { status: answer.status, text: words(await answer.text()) };
    };
    const missing = await check();
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('answered 404')]);
    answers.set(path, '<script>alert(1)</script>');
    const wrong = await check();
    expect(wrong.text).toContain('an answer that begins with “&lt;script>alert(1)&lt;/script>”');
    expect((await api().get(`${site.api}/proxy`)).body.found).toHaveLength(1);
    answers.set(path, challenges.http.body);
    expect((await check()).status).toBe(303);
    expect(words(await owner.read(site.page))).toContain('The answer of the website proves it.');
    expect(await urlOf(site)).toBe(`http://${proxy}/`);
    await owner.post(site.page, { do: 'remove-proxy' });
    expect(await urlOf(site)).toBe(site.target);
    expect((await owner.post(site.page, { do: 'verify' })).status).toBe(404);
    for (const bad of ['', 'acme.test', 'bindery.example.com/docs'])
      expect((await owner.post(site.page, { do: 'set-proxy', proxy: bad })).status, bad).toBe(400);
  });
});
