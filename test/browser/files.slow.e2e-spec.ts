import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  findBrowser,
  leaveBrowser,
  openReader,
  overflow,
  shareBrowser,
} from '../support/browser.js';
import { buildOrganization, buildSpace, type TestOrganization } from '../support/factories.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('The library of files, in a browser', () => {
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

  async function library(width = 1440): Promise<Page> {
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const { page } = await openReader(browser, { width });
    const form = { token: organization.admin.token, next: '' };
    await page.request.post(`${test.baseUrl}/app/sign-in`, { form });
    await page.goto(`${test.baseUrl}/app/s/${space}/~/files`);
    await page.locator('.file-status').waitFor({ state: 'attached' });
    return page;
  }

  /** Moves files over the page, and drops them unless they only pass. */
  async function drop(page: Page, names: string[], isDropped = true): Promise<void> {
    await page.locator('h1').evaluate(
      (heading, [files, dropped]) => {
        const dataTransfer = new DataTransfer();
        for (const name of files) dataTransfer.items.add(new File([`Words of ${name}.`], name));
        const options = { dataTransfer, bubbles: true, cancelable: true };
        heading.dispatchEvent(new DragEvent('dragover', options));
        if (dropped) heading.dispatchEvent(new DragEvent('drop', options));
      },
      [names, isDropped] as const,
    );
  }

  it('uploads several files that are dropped anywhere on the page', async () => {
    const page = await library();
    await drop(page, ['one.txt'], false);
    await page.locator('.file-upload.is-drop').waitFor();
    if (process.env['SHOTS']) await page.screenshot({ path: '/tmp/files-drop.png' });
    await drop(page, ['one.txt', 'two.txt']);
    await page.getByText('The files are here.').waitFor();
    const names = await page.locator('.file-name').allTextContents();
    expect(names.toSorted()).toEqual(['one.txt', 'two.txt']);
    await page.context().close();
  });

  it('says why files cannot be uploaded before they are sent, and works on a phone', async () => {
    const page = await library(390);
    const names = Array.from({ length: 101 }, (_, at) => `${at}.txt`);
    await drop(page, names);
    await page.getByRole('status').filter({ hasText: 'These are 101 files. At most 100' }).waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    if (process.env['SHOTS']) await page.screenshot({ path: '/tmp/files-phone.png' });
    await page.context().close();
  });
});
