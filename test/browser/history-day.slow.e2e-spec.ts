import type { Browser, Locator, Page } from 'playwright-core';
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
import { readPage, writePage } from '../support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from '../support/factories.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';

const FIRST = 'Keep the receipts of all trips.\n\n> Take the train.\n\nBe on time.';
const SECOND = 'Lose the receipts of all trips.\n\n> Take the train.\n\nBe on time.';
const THIRD = 'Lose the receipts of all trips.\n\nBe on time, or call.\n\nSay thanks.';

describe.skipIf(findBrowser() === undefined)('History in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  async function signIn(user: TestUser, width = 1440) {
    const reader = await openReader(browser, { width });
    const form = { token: user.token, next: '' };
    await reader.page.request.post(`${test.baseUrl}/app/sign-in`, { form });
    return reader;
  }

  /** At a desk and on a phone, in both themes. */
  async function expectGood(page: Page, what: string): Promise<void> {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      // At the top, where no part of the page is below the bar.
      await page.evaluate('scrollTo(0, 0)');
      expect(await overflow(page), `${what} at ${width}`).toBe(0);
      expect(await accessibilityProblems(page), `${what} at ${width}`).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await contrastProblems(page), `${what} at ${width}`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }

  /** The entry of a history that says this. */
  const entry = (page: Page, words: string): Locator =>
    page.locator('.review-timeline > li').filter({ hasText: words });

  /** A space in which a page was written, changed twice, and deleted. */
  async function build(): Promise<{ space: string; page: string; read: () => Promise<string> }> {
    const { admin } = organization;
    const { id: space } = await buildSpace(organization, { title: 'Handbook' });
    const [page = ''] = await buildPages(admin, space, [{ title: 'Travel', markdown: FIRST }]);
    for (const text of [SECOND, THIRD]) {
      test.clock.advance(60_000);
      await writePage(admin, `/v1/spaces/${space}`, page, text);
    }
    test.clock.advance(60_000);
    await admin.api.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'delete_page', page }],
    });
    return { space, page, read: () => readPage(admin, `/v1/spaces/${space}`, page) };
  }

  it('a person finds what was lost, and brings back a page, a block and a version', async () => {
    const { space, page: pageId, read } = await build();
    const member = await signIn(organization.admin);
    const { page } = member;
    await page.goto(`${test.baseUrl}/app/s/${space}`);
    await page.getByRole('link', { name: 'History', exact: true }).press('Enter');
    await entry(page, 'deleted Travel').waitFor();
    expect(await entry(page, 'edited Travel').count()).toBe(2);
    await expectGood(page, 'history of the space');

    await entry(page, 'added Travel').getByLabel('before').press('Space');
    await entry(page, 'edited Travel').first().getByLabel('after').press('Space');
    await page.getByRole('button', { name: 'Compare the picked revisions' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Comparison of two revisions' }).waitFor();
    expect(await page.getByText('The page is deleted now.').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Restore this block' }).count()).toBe(0);
    await expectGood(page, 'comparison');

    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'History' })
      .click();
    await page.getByRole('button', { name: 'Bring it back' }).press('Enter');
    await page.getByText('The earlier content is back, as a new revision.').waitFor();
    expect(await read()).toBe(THIRD);
    await expectGood(page, 'history after the way back');

    await page
      .getByRole('navigation', { name: 'Parts', exact: true })
      .getByRole('link', { name: 'Pages' })
      .click();
    await page.locator(`a[href$="/history/pages/${pageId}"]`).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'History of Travel' }).waitFor();
    expect(await entry(page, 'edited the page').first().innerText()).toMatch(/\+\s*\d+ .*−\s*\d+/s);
    await expectGood(page, 'history of the page');
    await entry(page, 'added the page').last().getByRole('link', { name: 'Compare with now' }).press('Enter');
    await page.getByRole('button', { name: 'Restore this block: Take the train.' }).press('Enter');
    await page.getByText('The earlier version of the block is in the page again').waitFor();
    expect(await read()).toBe(
      'Lose the receipts of all trips.\n\n> Take the train.\n\nBe on time, or call.\n\nSay thanks.',
    );
    await expectGood(page, 'comparison with now');
    await page.getByRole('button', { name: 'Restore this block: Keep the receipts of all trips.' }).click();
    await page.getByRole('button', { name: /^Restore this block: Keep/ }).waitFor({ state: 'detached' });
    expect(await read()).toContain('Keep the receipts of all trips.');

    await page.getByRole('link', { name: 'History of the page' }).click();
    const version = entry(page, 'edited the page').last();
    await version.getByText('Restore this version').press('Enter');
    await version.getByRole('button', { name: 'Restore' }).press('Enter');
    await page.getByText('The earlier version is back, as a new revision.').waitFor();
    expect(await read()).toBe(SECOND);
    expect(member.problems).toEqual([]);
    await member.close();
    await seeAsReader(space, pageId);
  });

  /** A reader sees the page and its past, and no way to change it. */
  async function seeAsReader(space: string, pageId: string): Promise<void> {
    const reader = await signIn(await organization.member('read'), 390);
    const { page } = reader;
    await page.goto(`${test.baseUrl}/app/s/${space}`);
    await page.getByText('Lose the receipts of all trips.').waitFor();
    await page.locator(`a[href$="/history/pages/${pageId}"]`).press('Enter');
    await entry(page, 'added the page').last().getByRole('link', { name: 'Compare with now' }).click();
    await page.getByText('Only one page is shown here.').waitFor();
    expect(await page.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    await expectGood(page, 'comparison of a reader');
    expect(reader.problems).toEqual([]);
    await reader.close();
  }
});
