import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FirstStart } from '../../src/modules/organizations/index.js';
import { findBrowser, leaveBrowser, openReader, shareBrowser } from '../support/browser.js';
import { zipOf } from '../support/imports.js';
import { expectGoodPage } from '../support/member-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const FOLDER = zipOf([
  { name: 'handbook/SUMMARY.md', content: '* [Welcome](README.md)\n* [Travel](travel.md)' },
  { name: 'handbook/README.md', content: '# Welcome\n\nWelcome to our company.' },
  { name: 'handbook/travel.md', content: '# Travel\n\nTrains before planes.' },
]);

describe.skipIf(findBrowser() === undefined)('The first minutes, in a browser', () => {
  let test: TestApp;
  let browser: Browser;

  beforeAll(async () => {
    test = await createTestApp({ passwordSignIn: true });
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  /** PUBLIC_URL of tests is not the address that they listen at. */
  const here = (url: string): string => test.baseUrl + new URL(url).pathname + new URL(url).search;

  it('an empty installation becomes a published page with what the newcomer has', async () => {
    const { page, problems, close } = await openReader(browser, { width: 1440 });
    const first = await test.app.get(FirstStart).run();
    await page.goto(here(first!.setUpUrl!));
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByRole('heading', { name: 'Welcome to Bindery' }).waitFor();
    await expectGoodPage(page, 'set-up');
    await page.getByLabel('Name of your organization').fill('Acme');
    await page.getByLabel('Its name in addresses').fill('acme');
    await page.getByLabel('Your name').fill('Ann');
    await page.getByLabel('Your mail address').fill('ann@acme.example');
    await page.getByLabel('A password').fill('four trains leave at noon');
    await page.getByRole('button', { name: 'Go on' }).click();

    await page.getByRole('heading', { name: 'Begin with your content' }).waitFor();
    await expectGoodPage(page, 'begin');
    await page.getByLabel('Title of your documentation').fill('Handbook');
    await page.getByLabel('Import what you have').check();
    await page.getByRole('button', { name: 'Create and publish it' }).click();

    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('Documents, or an archive').click();
    await (await chooser).setFiles({ name: 'handbook.zip', mimeType: 'application/zip', buffer: FOLDER });
    await page.getByRole('button', { name: 'Import documents' }).click();
    const published = page.getByRole('link', { name: 'Open the published page' });
    await published.waitFor();
    await page.goto(here((await published.getAttribute('href'))!));
    await page.getByRole('heading', { name: 'Welcome', exact: true }).waitFor();
    expect(await page.locator('main').textContent()).toContain('Welcome to our company.');
    expect(new URL(page.url()).pathname).toBe('/sites/acme/handbook/');
    expect(problems).toEqual([]);
    await close();
  });

  it('a template ends on its published page, and the password signs in', async () => {
    const { page, problems, close } = await openReader(browser, { width: 1440 });
    await page.goto(`${test.baseUrl}/app`);
    await page.getByLabel(/mail address/i).fill('ann@acme.example');
    await page.keyboard.press('Enter');
    await page.getByLabel('Password', { exact: true }).fill('four trains leave at noon');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'For you', exact: true }).waitFor();

    await page.goto(`${page.url()}/welcome`);
    await page.getByLabel('Title of your documentation').fill('Guide');
    await page.getByLabel(/Template: Product documentation/).check();
    await page.getByRole('button', { name: 'Create and publish it' }).click();
    await page.getByRole('heading', { name: 'Guide is published' }).waitFor();
    await expectGoodPage(page, 'published');
    const address = await page.getByRole('link', { name: 'Open the published page' }).getAttribute('href');
    await page.goto(here(address!));
    await page
      .getByRole('link', { name: /Quickstart/ })
      .first()
      .waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});
