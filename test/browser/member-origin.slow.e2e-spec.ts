import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser, openReader } from '../support/browser.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { buildScriptSite, type ScriptSite } from '../support/script-site.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

/** Attack of a tenant's script on a page where a member of another organization is signed in. */
const TAKE_OVER = `(async () => {
  const text = (path, options) => fetch(path, options).then((answer) => answer.text()).catch(String);
  const pages = await Promise.all(['/app', '/app/cli', '/app/tokens', '/app/notifications'].map((path) => text(path)));
  const posted = await text('/app/cli', { method: 'POST' });
  const token = /name="form-token" value="([^"]+)"/.exec(pages.join(''))?.[1];
  const again = await text('/app/cli', { method: 'POST', body: new URLSearchParams({ 'form-token': token ?? '' }) });
  const opened = open('/app/cli');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  let window = '';
  try { window = opened.document.body.innerHTML } catch (error) { window = String(error) }
  const frame = document.createElement('iframe');
  frame.src = '/app/cli';
  const loaded = new Promise((resolve) => { frame.onload = resolve });
  document.body.append(frame);
  await loaded;
  let framed = '';
  try { framed = frame.contentDocument.body.innerHTML } catch (error) { framed = String(error) }
  return { token, posted, again, window, framed, pages: pages.join('') };
})()`;

describe.skipIf(findBrowser() === undefined)(
  'a page at the origin where members sign in, in a browser',
  () => {
    let test: TestApp;
    let browser: Browser;
    let attacker: TestOrganization;
    let member: TestOrganization;
    let site: ScriptSite;

    beforeAll(async () => {
      // Browsers look for names below "localhost" on this machine, and trust them as they trust https.
      test = await createTestApp({ publicUrl: 'http://docs.localhost' });
      attacker = await buildOrganization(test);
      member = await buildOrganization(test);
      site = await buildScriptSite(attacker, 'document.documentElement.dataset.injected = "yes"');
      const proxy = `evil.example.com/sites/${attacker.hostname}/${site.basename}`;
      await attacker.admin.api.patch(site.path, { proxy });
      await test.db.query('update address_claims set verified_at = now() where site_id = $1', [site.siteId]);
      await test.settle();
      browser = await shareBrowser();
    });
    afterAll(async () => {
      await leaveBrowser(browser);
      await test?.close();
    });

    it('runs no script of a site, and would show such a script no token or code', async () => {
      const { page, close } = await openReader(browser);
      const origin = `http://docs.localhost:${new URL(test.baseUrl).port}`;
      await page.goto(`${origin}/app/sign-in`);
      await page.getByText('Sign in with a token').click();
      await page.locator('input[name=token]').fill(member.admin.token);
      await page.locator('form:has(input[name=token]) button').click();
      await page.waitForURL(`${origin}/app/o/${member.id}`);
      await page.goto(`${origin}/app/cli`);
      await page.getByRole('button', { name: 'Show a code' }).click();
      expect(await page.locator('strong code').innerText()).toMatch(/^(\w{4}-){4}\w{4}$/);

      await page.goto(`${origin}/sites/${attacker.hostname}/${site.basename}/`);
      await page.locator('html.is-ready').waitFor();
      await page.getByText('Read me.').waitFor();
      expect(await page.evaluate(() => document.documentElement.dataset['injected'])).toBeUndefined();
      const stolen = await page.evaluate<Record<string, string | undefined>>(TAKE_OVER);
      expect(stolen['token']).toBeUndefined();
      expect(JSON.stringify(stolen)).not.toMatch(/form-token|Show a code|Show another|(\w{4}-){4}\w{4}/);
      expect(stolen['posted']).toContain('opens in its own window');
      await close();
    });
  },
);
