import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SsoSignIn } from '../../src/modules/users/index.js';
import {
  accessibilityProblems,
  findBrowser,
  leaveBrowser,
  shareBrowser,
  openReader,
  overflow,
} from '../support/browser.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

let mail: MailServer;
let test: TestApp;
let organization: TestOrganization;
let browser: Browser;

describe.skipIf(findBrowser() === undefined)('The sign-in page, in a browser', () => {
  beforeAll(async () => {
    mail = await startMailServer();
    test = await createTestApp({ smtpUrl: mail.url, mailFrom: 'Docs <docs@example.com>' });
    organization = await buildOrganization(test);
    test.app.get(SsoSignIn).register({
      isOffered: () => Promise.resolve(true),
      find: (query) =>
        Promise.resolve(
          'hostname' in query && query.hostname === 'acme'
            ? [
                {
                  label: 'Acme login',
                  host: 'idp.example',
                  startURL: `${test.baseUrl}/app/sign-in?next=${query.next}`,
                },
              ]
            : [],
        ),
    });
    browser = await shareBrowser();
  });

  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
    await mail.close();
  });

  it('signs a member in with a mailed link, by keyboard and without scripts', async () => {
    const reader = await openReader(browser, { scripts: false, width: 320 });
    const { page, problems } = reader;
    await page.goto(`${test.baseUrl}/app/o/${organization.id}`);
    await page.getByLabel('Mail address', { exact: true }).fill(organization.admin.email);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send me a link by mail' }).click();
    await page.getByRole('heading', { level: 1, name: 'Look into your mail' }).waitFor();
    await test.settle();
    const link = /\/app\/sign-in\/link\?secret=\w+/.exec(mail.received[0]?.source ?? '')?.[0] ?? '';
    await page.goto(test.baseUrl + link);
    expect(await overflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${test.baseUrl}/app/o/${organization.id}`);
    expect(problems).toEqual([]);
    await reader.close();
  });

  it('leads to an identity provider, and keeps the address to return to', async () => {
    const reader = await openReader(browser);
    const { page } = reader;
    await page.goto(`${test.baseUrl}/app/sign-in?next=s/x`);
    await page.getByText('Single sign-on by the name').click();
    await page.getByLabel('Single sign-on').fill('nobody');
    await page.getByRole('button', { name: 'Find my organization' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('no single sign-on for "nobody"');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByLabel('Single sign-on').fill('https://ACME.docs.example');
    await page.getByRole('button', { name: 'Find my organization' }).click();
    await page.getByRole('link', { name: 'Acme login' }).click();
    await page.waitForURL((url) => url.search === '?next=s/x');
    await reader.close();
  });

  it('is accessible in both themes', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const reader = await openReader(browser, { theme, width: theme === 'dark' ? 320 : 1280 });
      const { page } = reader;
      const check = async (name: string) => {
        expect(await accessibilityProblems(page), name).toEqual([]);
        expect(await overflow(page), name).toBe(0);
      };
      await page.goto(`${test.baseUrl}/app/sign-in`);
      await check('all');
      await page.getByText('Sign in with a token').click();
      await page.getByLabel('Personal token').fill('bdy_wrong');
      await page.getByRole('button', { name: 'Sign in with the token' }).click();
      await page.getByRole('alert').waitFor();
      await check('wrong-token');
      await page.goto(`${test.baseUrl}/app/sign-in/sso?for=acme`);
      await check('providers');
      await page.goto(`${test.baseUrl}/app/sign-in/link?secret=none`);
      await check('ended');
      await page.goto(`${test.baseUrl}/app/sign-in`);
      await page.getByText('Sign in with a token').click();
      await page.getByLabel('Personal token').fill(organization.admin.token);
      await page.getByRole('button', { name: 'Sign in with the token' }).click();
      // Another address would end the request that signs in.
      await page.waitForURL((url) => url.pathname !== '/app/sign-in');
      await page.goto(`${test.baseUrl}/app/o/${organization.id}/people`);
      await check('people');
      for (const path of ['tokens', `o/${organization.id}/audit`]) {
        await page.goto(`${test.baseUrl}/app/${path}`);
        await page.locator('main summary').first().click();
        await check(path);
      }
      await reader.close();
    }
  });
});
