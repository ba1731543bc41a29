import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { ownForm } from './support/form-token.js';
import { askAs } from './support/hosts.js';
import { startMemberBrowser } from './support/member-browser.js';
import { buildScriptSite, type ScriptSite } from './support/script-site.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const HOST = 'docs.example.com';
const SITES = 'sites.example.com';

let test: TestApp;
let organization: TestOrganization;
let site: ScriptSite;

beforeAll(async () => {
  test = await createTestApp({ publicUrl: `https://${HOST}`, sitesDomain: SITES });
  organization = await buildOrganization(test);
  site = await buildScriptSite(organization, 'globalThis.injected = 1');
  await test.settle();
});
afterAll(() => test.close());

describe('the origin where members sign in', () => {
  it('the origin runs no script of a site, whatever address the site claims', async () => {
    const { admin, hostname } = organization;
    const below = `/sites/${hostname}/${site.basename}/`;
    const script = `~scripts/${site.installationId}.js`;
    const own = `${hostname}.${SITES}`;
    const before = await askAs(test.baseUrl, own, `/${site.basename}/`);
    expect(before.text).toContain(script);
    for (const proxy of [`evil.example.com${below.slice(0, -1)}`, `evil.example.com/${site.basename}`]) {
      await admin.api.patch(site.path, { proxy });
      // Though nothing proves it: as far as the site says, its address is that of another server now.
      await test.db.query('update address_claims set verified_at = now() where site_id = $1', [site.siteId]);
      for (const host of [HOST, '127.0.0.1', 'localhost', 'bindery']) {
        const page = await askAs(test.baseUrl, host, below);
        expect([page.status, page.text.includes('Read me.')]).toEqual([200, true]);
        expect(page.text).not.toContain('~scripts/');
        expect(page.policy).toMatch(/script-src 'self' 'sha256-[^ ]+';/);
        const { status, text } = await askAs(test.baseUrl, host, below + script);
        expect([status, text.includes('injected')]).toEqual([404, false]);
      }
      // The script runs on origins on which members do not sign in.
      const elsewhere = await askAs(test.baseUrl, own, `/${site.basename}/`);
      expect(elsewhere.text).toContain(script);
      expect((await askAs(test.baseUrl, own, `/${site.basename}/${script}`)).text).toContain('injected');
    }
  });

  it('the origin refuses scripts of integrations to its own pages', async () => {
    const path = `/~integration-scripts/${organization.id}/${site.siteId}/${site.installationId}.js`;
    const ask = (from: string, dest: string) =>
      askAs(test.baseUrl, HOST, path, { 'sec-fetch-site': from, 'sec-fetch-dest': dest });
    for (const dest of ['script', 'worker', 'serviceworker', 'style', 'object'])
      expect((await ask('same-origin', dest)).status).toBe(403);
    // Renderers elsewhere are what it is for.
    expect((await ask('cross-site', 'script')).text).toContain('injected');
  });

  it('the origin answers pages of members to navigation only, not to scripts', async () => {
    const browser = await startMemberBrowser(test, organization.admin.token);
    const { cookie } = browser;
    const pages = ['/organizations', '/cli', '/tokens', '/notifications', `/o/${organization.id}/people`];
    for (const page of pages) {
      const ask = (headers: Record<string, string>) =>
        askAs(test.baseUrl, HOST, `/app${page}`, { cookie, ...headers });
      expect((await ask({ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' })).status).toBe(200);
      for (const dest of ['empty', 'iframe', 'script', 'image'])
        expect((await ask({ 'sec-fetch-dest': dest, 'sec-fetch-mode': 'cors' })).status, dest).toBe(403);
    }
    const { headers } = await browser.open('/app/organizations');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('the origin accepts forms only with the token of the session that was shown them', async () => {
    const { admin, member, id } = organization;
    const other = await startMemberBrowser(test, (await member('edit')).token);
    const { cookie } = await startMemberBrowser(test, admin.token);
    const send = (path: string, form: URLSearchParams) =>
      fetch(test.baseUrl + path, { method: 'POST', headers: { cookie }, body: form, redirect: 'manual' });
    const forms = ['/app/cli', '/app/tokens', '/app/notifications', '/app/sign-out', '/app/profile/sign-in'];
    forms.push('/app/profile/sessions', `/app/o/${id}/welcome`, `/app/o/${id}/people/teams`);
    forms.push(`/app/o/${id}/people/invitations`, `/app/o/${id}/people/links`);
    forms.push(`/app/o/${id}/translations`, `/app/o/${id}/integrations/webhook`, '/app/sign-in');
    for (const path of forms) {
      for (const form of [new URLSearchParams(), await ownForm(test.baseUrl, other.cookie)]) {
        const answer = await send(path, form);
        expect([path, answer.status]).toEqual([path, 403]);
        expect(await answer.text()).not.toMatch(/<code>(\w{4}-){4}/);
      }
    }
    const shown = await send('/app/cli', await ownForm(test.baseUrl, cookie));
    expect(await shown.text()).toMatch(/<code>(\w{4}-){4}/);
  });

  it('the origin refuses a request with two session cookies', async () => {
    const [mine, theirs] = [organization.admin, await organization.member('read')];
    const { cookie } = await startMemberBrowser(test, mine.token);
    const { cookie: planted } = await startMemberBrowser(test, theirs.token);
    expect(cookie).toMatch(/^__Host-bindery_session=/);
    for (const both of [`${planted}; ${cookie}`, `${cookie}; ${planted}`]) {
      const answer = await askAs(test.baseUrl, HOST, '/app/tokens', { cookie: both });
      expect([answer.status, answer.text.includes('sent two sessions')]).toEqual([400, true]);
    }
    // A cookie under the name that any host of the domain may set is not a session.
    const plain = planted.replace('__Host-', '');
    expect((await askAs(test.baseUrl, HOST, '/app/tokens', { cookie: plain })).status).toBe(303);
    expect((await askAs(test.baseUrl, HOST, '/app/tokens', { cookie: `${plain}; ${cookie}` })).status).toBe(
      200,
    );
  });
});
