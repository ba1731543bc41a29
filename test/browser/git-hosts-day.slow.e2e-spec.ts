import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { GitHost } from '../support/git-host.js';
import { GitServer, hasGit } from '../support/git-server.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { buildOperator } from '../support/operators.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const SHOTS = process.env['SHOTS'];

describe.skipIf(findBrowser() === undefined || !hasGit)('A GitHub App, in a browser', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let host: GitHost;
  let browser: Browser;

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
    host = await GitHost.start(server);
    host.installations.push({ id: 9001, account: 'acme', repositories: [] });
    host.people.set('code-of-owner', { id: 5, owns: ['acme'] });
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await host.close();
    await server.close();
    await test.close();
  });

  /** At the host, whose links lead to PUBLIC_URL. */
  async function agree(page: Page): Promise<void> {
    const back = new URL((await page.getByRole('link', { name: 'Agree' }).getAttribute('href')) ?? '');
    await page.goto(test.baseUrl + back.pathname + back.search);
  }

  it('is made by an operator, and linked by an administrator', async () => {
    const admin = await openMemberTab(browser, test, organization.admin);
    const settings = `${test.baseUrl}/app/o/${organization.id}/settings/github`;
    await admin.page.goto(settings);
    await admin.page.getByText('has no GitHub App yet').waitFor();
    await expectGoodPage(admin.page, 'no app for accounts');

    const operator = await openMemberTab(browser, test, await buildOperator(test));
    await operator.page.goto(`${test.baseUrl}/app/operate`);
    await operator.page.getByRole('link', { name: 'GitHub', exact: true }).click();
    await operator.page.getByLabel('Web address of GitHub').fill(host.url);
    await operator.page.getByLabel('Organization at GitHub').fill('acme');
    await expectGoodPage(operator.page, 'form of an app');
    await operator.page.getByRole('button', { name: 'Continue' }).click();
    await operator.page.getByRole('heading', { name: /^Make the App at/ }).waitFor();
    await expectGoodPage(operator.page, 'the way to GitHub');
    await operator.page.getByRole('button', { name: /^Go to/ }).click();
    await agree(operator.page);
    await operator.page.getByText('The GitHub App is made').waitFor();
    await expectGoodPage(operator.page, 'apps');
    if (SHOTS) await operator.page.screenshot({ path: '/tmp/github-apps.png', fullPage: true });

    await admin.page.goto(settings);
    await admin.page.getByRole('link', { name: 'Choose at GitHub' }).click();
    await agree(admin.page);
    await admin.page.getByText('The account is linked.').waitFor();
    await expectGoodPage(admin.page, 'accounts');
    if (SHOTS) await admin.page.screenshot({ path: '/tmp/github-accounts.png', fullPage: true });
    if (SHOTS) {
      await admin.page.setViewportSize({ width: 390, height: 800 });
      await admin.page.screenshot({ path: '/tmp/github-accounts-phone.png', fullPage: true });
    }
    expect(operator.problems).toEqual([]);
    await operator.close();
    await admin.close();
  });
});
