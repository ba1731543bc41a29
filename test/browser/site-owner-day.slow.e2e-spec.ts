import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, openReader, shareBrowser } from '../support/browser.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { expectGoodPage } from '../support/member-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

/** The day of somebody who makes a site, and what its readers meet meanwhile: a function for each part of the day. */
describe.skipIf(findBrowser() === undefined)('The day of the owner of a site, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
    for (const title of ['Guide', 'Reference', 'Reference 1.0']) {
      const { id } = await buildSpace(organization, { title });
      const markdown = `Words of the ${title.toLowerCase()}.`;
      await buildPages(organization.admin, id, [{ title: `Start of ${title}`, markdown }]);
    }
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test?.close();
  });

  /** PUBLIC_URL of tests is not the address that they listen at. */
  const here = (url: string): string => test.baseUrl + new URL(url).pathname;
  const tab = (page: Page, name: string): Locator =>
    page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name, exact: true });
  const row = (page: Page, title: string, kind: string): Locator =>
    page.locator('.structure-row', { hasText: new RegExp(`^${title}${kind}`) });

  async function signIn(page: Page): Promise<void> {
    await page.goto(`${test.baseUrl}/app`);
    await page.getByText('Sign in with a token').click();
    await page.locator('input[name=token]').fill(organization.admin.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'For you', exact: true }).waitFor();
  }

  async function makeSite(page: Page): Promise<void> {
    await page.getByRole('link', { name: 'Sites', exact: true }).click();
    await expectGoodPage(page, 'no sites');
    await page.getByRole('link', { name: 'New site' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Manual');
    await page.getByLabel('Guide', { exact: true }).check();
    await page.getByLabel('Reference', { exact: true }).check();
    await expectGoodPage(page, 'new site');
    await page.getByRole('button', { name: 'Create the site' }).click();
    await page.getByText('The site is made.').waitFor();
    await expectGoodPage(page, 'overview');
  }

  /** Two variants become two sections, and an older version a variant of one of them. */
  async function arrange(page: Page): Promise<void> {
    await tab(page, 'Structure').click();
    await page.getByText('Add a section', { exact: true }).first().click();
    const adding = page.locator('.structure-adding[open]');
    await adding.getByLabel('Its first space').selectOption({ label: 'From the site: Reference' });
    await adding.getByLabel('Title').fill('API');
    await adding.getByRole('button', { name: 'Add a section' }).click();
    await page.getByText('The section is on the site.').waitFor();
    await page.getByText('Add a space', { exact: true }).first().click();
    await adding.getByLabel('Space', { exact: true }).selectOption({ label: 'Reference 1.0' });
    await adding.getByRole('button', { name: 'Add a space' }).click();
    await page.getByText('The space is on the site.').waitFor();
    await expectGoodPage(page, 'structure');
    await row(page, 'Reference 1.0', 'Space').dragTo(row(page, 'API', 'Section'));
    await page.getByText('It is moved.').waitFor();
    await page.getByText(/\/manual\/api\/reference-1-0\/$/).waitFor();
    expect(await page.locator('.structure-row a').allTextContents()).toEqual([
      ...['Guide', 'Guide'],
      ...['API', 'Reference', 'Reference 1.0'],
    ]);
  }

  /** Answers the address for readers. */
  async function publish(page: Page): Promise<string> {
    await tab(page, 'Overview').click();
    await page.getByRole('button', { name: 'Publish the site' }).click();
    await page.getByText('The site is published.').waitFor();
    await expectGoodPage(page, 'published');
    return here(await page.getByRole('textbox', { name: 'Address of the site' }).inputValue());
  }

  async function changeLooks(page: Page): Promise<void> {
    await tab(page, 'Looks').click();
    await page.getByText('Announcement', { exact: true }).click();
    await page.getByLabel('Show it above all pages').check();
    await page.locator('[name="announcement.message"]').fill('Version 2 is out');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The looks are saved.').waitFor();
  }

  async function rename(page: Page): Promise<void> {
    await tab(page, 'Settings').click();
    await expectGoodPage(page, 'settings');
    await page.getByLabel('Title', { exact: true }).fill('The manual');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
  }

  async function takeBack(page: Page): Promise<void> {
    await tab(page, 'Overview').click();
    await page.locator('summary', { hasText: 'Unpublish the site' }).click();
    await page.getByRole('button', { name: 'Unpublish the site' }).click();
    await page.getByText('The site is taken back.').waitFor();
  }

  async function removeSite(page: Page): Promise<void> {
    await tab(page, 'Settings').click();
    await page.locator('summary', { hasText: 'Delete the site' }).click();
    await page.getByText('The 3 spaces that it shows stay, with all their content.').waitFor();
    await expectGoodPage(page, 'deletion');
    await page.getByLabel('Type its title: The manual').fill('The manual');
    await page.getByRole('button', { name: 'Delete the site for good' }).click();
    await page.getByText('The site is deleted. Its spaces are still there.').waitFor();
  }

  async function readTheSite(reader: Page, address: string): Promise<void> {
    await reader.goto(address);
    await reader.getByText('Words of the guide.').waitFor();
    await reader.getByRole('link', { name: 'API', exact: true }).first().click();
    await reader.getByText('Words of the reference.').waitFor();
    await reader.goto(`${address}api/reference-1-0/`);
    await reader.getByText('Words of the reference 1.0.').waitFor();
  }

  it('a site is made of two spaces, arranged, published, read, changed and taken back', async () => {
    const owner = await openReader(browser, { width: 1440 });
    const reader = await openReader(browser, { width: 1440 });
    const { page } = owner;
    await signIn(page);
    await makeSite(page);
    await arrange(page);
    const address = await publish(page);
    await readTheSite(reader.page, address);
    expect([...owner.problems, ...reader.problems]).toEqual([]);

    await rename(page);
    await changeLooks(page);
    await reader.page.goto(address);
    await reader.page.getByText('Version 2 is out').waitFor();
    await reader.page.getByRole('link', { name: 'The manual' }).first().waitFor();

    await takeBack(page);
    expect((await reader.page.goto(address))?.status()).toBe(404);
    await removeSite(page);
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/spaces`);
    expect(body.items).toHaveLength(3);
    await owner.close();
    await reader.close();
  });
});
