import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  findBrowser,
  leaveBrowser,
  openReader,
  overflow,
  shareBrowser,
} from '../support/browser.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

/** The library puts a link and a button into the row that unfolds an operation, and its headings and regions are what they are. */
const OF_THE_LIBRARY = /^(?:nested-interactive|heading-order|region|landmark|page-has)/;

describe.skipIf(findBrowser() === undefined)('The explorer, in a browser', () => {
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

  it('finds an operation by words, tries it with a token, and fits a phone', async () => {
    const { page, problems, close } = await openReader(browser, { width: 1440 });
    await page.goto(`${test.baseUrl}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    expect(await page.locator('.opblock').count()).toBe(0);
    expect((await accessibilityProblems(page)).filter((problem) => !OF_THE_LIBRARY.test(problem))).toEqual(
      [],
    );

    await page.getByRole('button', { name: 'Authorize' }).click();
    await page.locator('.auth-container input').fill(organization.admin.token);
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.auth-btn-wrapper .btn-done').click();

    await page.getByLabel('Find operations').fill('make a space');
    await page.locator('#operations-tag-Spaces').click();
    await page.locator('#operations-Spaces-createSpace .opblock-summary-control').click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByPlaceholder('organizationId').fill(organization.id);
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.locator('.live-responses-table .response-col_status').getByText('201').waitFor();
    expect(problems).toEqual([]);

    await page.setViewportSize({ width: 390, height: 800 });
    expect(await overflow(page)).toBe(0);
    await close();
  });
});
