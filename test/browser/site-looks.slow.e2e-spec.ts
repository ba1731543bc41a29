import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('The looks of a site, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test?.close();
  });

  /** A tab of an administrator, in which the addresses of previews have the port of the test. PUBLIC_URL has port 0. */
  async function openTab(): Promise<Page> {
    const { page } = await openMemberTab(browser, test, organization.admin);
    const atTest = (text = '') => text.replaceAll(test.config.publicUrl, test.baseUrl);
    await page.route(/\/looks|\/customization\/draft|~preview\//, async (route) => {
      if (route.request().method() === 'POST') return route.continue();
      const response = await route.fetch({ url: atTest(route.request().url()) });
      const known = response.headers();
      if (!/html|json/.test(known['content-type'] ?? '')) return route.fulfill({ response });
      const policy = atTest(known['content-security-policy']);
      const headers = { ...known, ...(policy ? { 'content-security-policy': policy } : {}) };
      return route.fulfill({ response, headers, body: atTest(await response.text()) });
    });
    return page;
  }

  async function publish(): Promise<{ looks: string; published: string }> {
    const { api } = organization.admin;
    const { id } = await buildSpace(organization, { title: 'Guide' });
    await buildPages(organization.admin, id, [{ title: 'Welcome', markdown: 'Hello.' }]);
    const site = await api.post(`/v1/orgs/${organization.id}/sites`, { title: 'Docs', spaces: [id] });
    const { body } = await api.post(`/v1/orgs/${organization.id}/sites/${site.body.id}/publish`);
    const looks = `${test.baseUrl}/app/o/${organization.id}/sites/${site.body.id}/looks`;
    return { looks, published: new URL(body.urls.published as string).pathname };
  }

  it('shows a colour with its contrast before it is saved, and to readers afterwards', async () => {
    const { looks, published } = await publish();
    const page = await openTab();

    await page.goto(looks);
    const framed = page.frameLocator('[data-looks-frame]');
    await framed.getByRole('heading', { name: 'Welcome' }).waitFor();
    await page.locator('[name="styling.primaryColor.light"]').fill('#ffd400');
    const warning = page.locator('[data-warnings="styling.primaryColor"]');
    await warning.getByText('has a contrast of 1.4 : 1').waitFor();
    await page.getByText('Announcement', { exact: true }).click();
    await page.getByLabel('Show it above all pages').check();
    await page.locator('[name="announcement.message"]').fill('Try the new version');
    await framed.getByText('Try the new version').waitFor();
    // Nothing in the frame reaches the page around it, which holds the token of the session.
    expect(await framed.locator('body').evaluate(() => window.origin)).toBe('null');
    expect(await (await fetch(test.baseUrl + published)).text()).not.toContain('Try the new version');
    await expectGoodPage(page, 'looks');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The looks are saved.').waitFor();
    expect(await (await fetch(test.baseUrl + published)).text()).toContain('Try the new version');
    await page.unrouteAll({ behavior: 'wait' });
    await page.context().close();
  });
});
