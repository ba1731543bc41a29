import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  contrastProblems,
  findBrowser,
  leaveBrowser,
  openReader,
  overflow,
  type Reader,
  type ReaderOptions,
  shareBrowser,
} from '../support/browser.js';
import { openChangeRequest } from '../support/change-requests.js';
import { mention, postComment } from '../support/comments.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from '../support/factories.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('The frame of the app, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;
  let ann: TestUser;
  let root: string;
  let space: string;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    const { admin, id } = organization;
    ann = await organization.member('review');
    root = `${test.baseUrl}/app/o/${id}`;
    ({ id: space } = await buildSpace(organization, { title: 'Handbook' }));
    await buildPages(admin, space, [
      { title: 'Start', markdown: 'Trains before planes.' },
      { title: 'Expenses', markdown: 'Keep your receipts.' },
    ]);
    await postComment(admin, `/v1/spaces/${space}`, `Please look, ${mention(ann)}`);
    await openChangeRequest(ann, space, { subject: 'A draft of mine' });
    await test.settle();
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  async function signIn(options: ReaderOptions): Promise<Reader> {
    const reader = await openReader(browser, options);
    const form = { token: ann.token, next: '' };
    await reader.page.request.post(`${test.baseUrl}/app/sign-in`, { form });
    return reader;
  }

  async function expectReadable(page: Page, what: string): Promise<void> {
    expect(await overflow(page), what).toBe(0);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await accessibilityProblems(page), what).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await contrastProblems(page), what).toEqual([]);
  }

  it.each([1440, 820, 390])('is accessible and no wider than the screen at %i px', async (width) => {
    const { page, problems, close } = await signIn({ width });
    for (const path of ['', '/inbox', '/spaces', '/sites', '/search?query=receipts']) {
      await page.goto(root + path);
      await expectReadable(page, path);
    }
    await page.goto(`${test.baseUrl}/app/profile`);
    await expectReadable(page, 'profile');
    expect(problems).toEqual([]);
    await close();
  });

  it.each([true, false])('has its navigation in a drawer on a phone (scripts: %s)', async (scripts) => {
    const { page, close } = await signIn({ width: 390, scripts });
    await page.goto(root);
    const link = page.getByRole('link', { name: 'Inbox' }).first();
    expect(await page.locator('#app-sidebar').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.waitFor();
    // A script checks the page.
    expect(scripts ? await accessibilityProblems(page) : []).toEqual([]);
    await page.locator('#app-sidebar').getByRole('link', { name: /Inbox/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
    await close();
  });

  it('opens a page, a space and a part of the app from the palette, with keys alone', async () => {
    const { page, problems, close } = await signIn({});
    await page.goto(root);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    await field.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await field.fill('receipts');
    await page.getByRole('option', { name: /Expenses/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Expenses' }).waitFor();

    await page.goto(root);
    await page.keyboard.press('Control+k');
    await page
      .getByRole('group', { name: 'Read lately' })
      .getByRole('option', { name: /Expenses/ })
      .waitFor();
    await field.fill('tok');
    await page.getByRole('option', { name: 'Tokens' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();

    await page.goto(root);
    await page.getByRole('link', { name: 'Search' }).click();
    await field.waitFor();
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    expect(page.url()).toBe(root);
    expect(problems).toEqual([]);
    await close();
  });

  it('makes a page from the palette above a preview', async () => {
    const { page, problems, close } = await signIn({});
    await page.goto(`${test.baseUrl}/app/s/${space}`);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    await field.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await field.fill('new page');
    await page.getByRole('group', { name: 'Do' }).getByRole('option', { name: 'New page' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/~\/edit\//);
    expect(problems).toEqual([]);
    await close();
  });

  it('searches on a page where no script runs', async () => {
    const { page, close } = await signIn({ scripts: false });
    await page.goto(root);
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByLabel('Words').fill('receipts');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Expenses' }).click();
    await page.getByText('Keep your receipts.').waitFor();
    expect(page.url()).toMatch(/\/expenses$/);
    await close();
  });
});
