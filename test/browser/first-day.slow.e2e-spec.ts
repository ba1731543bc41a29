import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  contrastProblems,
  findBrowser,
  leaveBrowser,
  openReader,
  overflow,
  shareBrowser,
} from '../support/browser.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { zipOf } from '../support/imports.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR42mP8z8BQz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
);
const FOLDER = zipOf([
  { name: 'handbook/SUMMARY.md', content: '* [Welcome](README.md)\n* [Travel](guides/travel.md)' },
  { name: 'handbook/README.md', content: '# Welcome\n\nWelcom to our company.\n\n![The map](img/map.png)' },
  {
    name: 'handbook/guides/travel.md',
    content: '# Travel\n\n![The map](../img/map.png)\n\n![](../img/gone.png)',
  },
  { name: 'handbook/img/map.png', content: PNG },
]);

describe.skipIf(findBrowser() === undefined)('The first day, in a browser', () => {
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
    await test.close();
  });

  /** Signs in as people do. */
  async function signIn(page: Page): Promise<void> {
    await page.goto(`${test.baseUrl}/app`);
    await page.getByText('Sign in with a token').click();
    await page.locator('input[name=token]').click();
    await page.keyboard.type(organization.admin.token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'For you', exact: true }).waitFor();
  }

  /** Makes a space with the mouse and the keyboard; answers its address. */
  async function makeSpace(page: Page, title: string): Promise<string> {
    await page.getByRole('link', { name: 'New space' }).first().click();
    await page.getByLabel('Title', { exact: true }).click();
    await page.keyboard.type(title);
    await page.getByLabel('Changes', { exact: true }).selectOption('live');
    await page.getByRole('button', { name: 'Create the space' }).click();
    await page.getByText('There is nothing here yet.').waitFor();
    return page.url();
  }

  async function choose(page: Page, label: string, file: { name: string; mimeType: string; buffer: Buffer }) {
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel(label).click();
    await (await chooser).setFiles(file);
  }

  async function expectGood(page: Page, what: string): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await accessibilityProblems(page), what).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await contrastProblems(page), what).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflow(page), what).toBe(0);
    await page.setViewportSize({ width: 1440, height: 800 });
  }

  /** Publishing has no page yet, so this one step is the API's. */
  async function publish(space: string): Promise<string> {
    const { api } = organization.admin;
    const site = await api.post(`/v1/orgs/${organization.id}/sites`, { title: 'Handbook', spaces: [space] });
    const published = await api.post(`/v1/orgs/${organization.id}/sites/${site.body.id}/publish`);
    return test.baseUrl + new URL(published.body.urls.published).pathname;
  }

  it('brings a folder in, mends a word, and shows it to readers', async () => {
    const writer = await openReader(browser, { width: 1440 });
    const { page } = writer;
    await signIn(page);
    const address = await makeSpace(page, 'Handbook');
    await page.getByRole('link', { name: 'Import what you have' }).click();
    await expectGood(page, 'imports');
    await choose(page, 'Documents, or an archive', {
      name: 'handbook.zip',
      mimeType: 'application/zip',
      buffer: FOLDER,
    });
    await page.getByRole('button', { name: 'Import documents' }).click();
    // The page follows the import.
    await page.getByText('The import is done.').waitFor();
    expect(await page.locator('main').textContent()).toContain('img/gone.png');
    await expectGood(page, 'report');

    await page.getByRole('link', { name: 'Files', exact: true }).click();
    const uses = page.locator('.file-card').filter({ hasText: 'map.png' });
    expect(await uses.textContent()).toMatch(/Used in .*Travel/);
    await expectGood(page, 'files');
    await uses.getByRole('link', { name: 'map.png' }).click();
    await page.getByRole('heading', { name: 'Where it is used' }).waitFor();
    await expectGood(page, 'file');

    await page.getByRole('link', { name: 'Welcome', exact: true }).click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.locator('[data-ready]').waitFor();
    await page.locator('.ProseMirror p').first().click();
    await page.keyboard.press('Home');
    for (let letter = 0; letter < 'Welcom'.length; letter += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.type('e');
    await page.locator('[data-editor-state=saved]').filter({ hasText: 'Saved' }).waitFor();

    const reader = await openReader(browser);
    await reader.page.goto(await publish(address.split('/').at(-1)!));
    await reader.page.getByText('Welcome to our company.').waitFor();
    const picture = reader.page.getByRole('img', { name: 'The map' });
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image) => Reflect.get(image, 'naturalWidth') as number))
      .toBe(2);
    // The editor asks PUBLIC_URL for pictures, which names no real port in tests.
    const problems = [...writer.problems, ...reader.problems];
    expect(problems.filter((problem) => !problem.includes('ERR_UNSAFE_PORT'))).toEqual([]);
    await reader.close();
    await writer.close();
  });

  it('brings documents in where scripts are off, into a change request of a locked space', async () => {
    const { page, close } = await openReader(browser, { width: 390, scripts: false });
    await signIn(page);
    await page.goto(`${test.baseUrl}/app/o/${organization.id}/new-space`);
    await page.getByLabel('Title', { exact: true }).fill('Rules');
    await page.getByRole('button', { name: 'Create the space' }).click();
    await page.getByRole('link', { name: 'Import what you have' }).click();
    await choose(page, 'Documents, or an archive', {
      name: 'rules.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Rules\n\nBe kind.'),
    });
    await page.getByRole('button', { name: 'Import documents' }).click();
    await page.getByRole('link', { name: 'Review the change request' }).click();
    await page.waitForURL(/\/~\/review$/);
    expect(await page.locator('main').textContent()).toContain('Rules');
    await close();
  });
});
