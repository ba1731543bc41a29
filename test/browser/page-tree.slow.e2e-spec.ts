import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  findBrowser,
  leaveBrowser,
  overflow,
  type ReaderOptions,
  shareBrowser,
} from '../support/browser.js';
import { openEditor } from '../support/editor-tab.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const PAGES = 2000;
const A_REQUEST = 50;
/** The page that is opened. */
const OPENED = 1200;

describe.skipIf(findBrowser() === undefined)('The tree of thousands of pages, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;
  let space: string;
  const pages: string[] = [];

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
    space = (await buildSpace(organization, { title: 'Handbook' })).id;
    for (let start = 0; start < PAGES; start += A_REQUEST) {
      const part = Array.from({ length: A_REQUEST }, (_, at) => ({ title: `Page ${start + at}` }));
      pages.push(...(await buildPages(organization.admin, space, part)));
    }
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  async function writer(options: ReaderOptions = {}): Promise<Page> {
    const { token } = organization.admin;
    const page = await openEditor(test, browser, token, `/app/s/${space}/~/edit/${pages[OPENED]}`, options);
    await page.locator('.page-tree-row').first().waitFor({ state: 'attached' });
    return page;
  }

  const rows = (page: Page) => page.locator('.page-tree-row');
  const row = (page: Page, at: number) => page.locator(`[id="tree-${pages[at]}"]`);
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.id.slice("tree-".length)');
  const wheelToEnd = (page: Page) =>
    page.locator('.sidebar-inner').evaluate((element) => (element.scrollTop = element.scrollHeight));

  /** True for a row whose middle is neither scrolled away nor covered. */
  const isInView = (page: Page, at: number) =>
    row(page, at).evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });

  it('has few rows in the document, with the edited page in view and the places told to screen readers', async () => {
    const page = await writer();
    expect(await rows(page).count()).toBeLessThan(100);
    expect(await isInView(page, OPENED)).toBe(true);
    const places = await row(page, OPENED).evaluate((element) =>
      ['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => element.getAttribute(name)),
    );
    expect(places).toEqual(['1', String(OPENED + 1), String(PAGES)]);
    expect(await accessibilityProblems(page)).toEqual([]);
    await wheelToEnd(page);
    await expect.poll(() => isInView(page, PAGES - 1)).toBe(true);
    expect(await rows(page).count()).toBeLessThan(100);
    await page.context().close();
  });

  it('is walked with the keyboard, also from a row that was scrolled away', async () => {
    const page = await writer();
    await row(page, OPENED).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(pages[OPENED + 1]);
    await wheelToEnd(page);
    await row(page, PAGES - 1).waitFor();
    expect(await focused(page)).toBe(pages[OPENED + 1]);
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe(pages[OPENED + 2]);
    await expect.poll(() => isInView(page, OPENED + 2)).toBe(true);
    await page.keyboard.press('Home');
    expect(await focused(page)).toBe(pages[0]);
    await expect.poll(() => isInView(page, 0)).toBe(true);
    // The rows around it are there, too.
    await expect.poll(() => isInView(page, 3)).toBe(true);
    await page.keyboard.press('End');
    expect(await focused(page)).toBe(pages[PAGES - 1]);
    await expect.poll(() => isInView(page, PAGES - 1)).toBe(true);
    expect(await rows(page).count()).toBeLessThan(100);
    await page.context().close();
  });

  it('keeps the field of a title while it is scrolled, and finds pages by their titles', async () => {
    const page = await writer();
    await row(page, OPENED).focus();
    await page.keyboard.press('F2');
    await page.keyboard.type('Half a ti');
    await wheelToEnd(page);
    await row(page, PAGES - 1).waitFor();
    await page.keyboard.type('tle');
    expect(await page.locator('.page-tree-name').inputValue()).toBe('Half a title');
    await page.keyboard.press('Enter');
    await expect.poll(() => row(page, OPENED).textContent()).toContain('Half a title');
    await page.getByLabel('Filter the pages').fill('page 777');
    await expect.poll(() => rows(page).count()).toBe(2);
    expect(await row(page, 1777).getAttribute('aria-posinset')).toBe('2');
    expect(await row(page, 1777).getAttribute('aria-setsize')).toBe('2');
    await page.context().close();
  });

  it('moves a page by dragging it to a row that was not in the document', async () => {
    const page = await writer();
    await page.locator('.sidebar-inner').evaluate((element) => (element.scrollTop = 0));
    await row(page, 2).waitFor();
    await row(page, 2).hover();
    await page.mouse.down();
    await row(page, 3).hover();
    await wheelToEnd(page);
    await row(page, PAGES - 2).waitFor();
    await row(page, PAGES - 2).hover();
    await row(page, PAGES - 2).hover();
    await page.mouse.up();
    const parent = async () => {
      const { body } = await organization.admin.api.get(`/v1/spaces/${space}/content/pages`);
      const listed = body.pages as { id: string; pages: { id: string }[] }[];
      return listed.find(({ pages: below }) => below.some(({ id }) => id === pages[2]))?.id;
    };
    await expect.poll(parent).toBe(pages[PAGES - 2]);
    await page.context().close();
  });

  it('follows the drawer of a phone', async () => {
    const phone = await writer({ width: 390, touch: true });
    await phone.locator('[aria-controls=bdy-sidebar]').tap();
    await expect.poll(() => isInView(phone, OPENED)).toBe(true);
    expect(await rows(phone).count()).toBeLessThan(100);
    await phone.locator('#bdy-sidebar').evaluate((element) => (element.scrollTop = 0));
    await expect.poll(() => isInView(phone, 0)).toBe(true);
    expect(await overflow(phone)).toBe(0);
    if (process.env['SHOTS']) await phone.screenshot({ path: '/tmp/tree-phone.png' });
    await phone.context().close();
  });
});
