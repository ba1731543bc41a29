import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  contrastProblems,
  findBrowser,
  leaveBrowser,
  shareBrowser,
  openReader,
  overflow,
} from '../support/browser.js';
import { buildCluster } from '../support/conversations.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';
import { openChangeRequest } from '../support/change-requests.js';
import { buildTranslation } from '../support/translations.js';

describe.skipIf(findBrowser() === undefined)('Pages for members, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;
  let cluster: string;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    const { admin, id } = organization;
    const space = await buildSpace(organization, { title: 'Guide', language: 'en' });
    await buildPages(admin, space.id, [{ title: 'Start', markdown: 'Reset your password in the settings.' }]);
    await buildTranslation(test, organization, space.id);
    cluster = (await buildCluster(admin.api, id)).clusterId;
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  it('are readable on narrow screens, in both themes, and work with the keyboard', async () => {
    const reader = await openReader(browser, { width: 390 });
    const { page, problems } = reader;
    const root = `${test.baseUrl}/app/o/${organization.id}`;
    const form = { token: organization.admin.token, next: '' };
    await page.request.post(`${test.baseUrl}/app/sign-in`, { form });
    for (const path of ['translations', 'conversations', `conversations/${cluster}`]) {
      await page.goto(`${root}/${path}`);
      expect(await overflow(page), path).toBe(0);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await accessibilityProblems(page), path).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await contrastProblems(page), path).toEqual([]);
    }
    await page.goto(`${root}/translations`);
    await page.getByLabel('Translate it into').selectOption({ label: 'German' });
    await page.getByRole('button', { name: 'Translate' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Guide → German' }).waitFor();
    await test.settle();
    await page.getByRole('button', { name: 'Run now' }).press('Enter');
    await page.getByText('Somebody asked for it').waitFor();
    expect(await overflow(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(problems).toEqual([]);
    await reader.close();
  });

  it('list changed pages above everything else, and show changes without scrolling sideways', async () => {
    const { admin } = organization;
    const space = await buildSpace(organization, { title: 'Changed' });
    const titles = ['One', 'Two', 'Three', 'Four', 'Five'];
    const table = (word: string) => `| A | B |\n| - | - |\n| one | ${word} |`;
    const pages = await buildPages(
      admin,
      space.id,
      titles.map((title) => ({ title, markdown: `Words of old.\n\n${table('old')}` })),
    );
    const { path, number } = await openChangeRequest(admin, space.id);
    const changes = pages.map((page, index) => ({
      ...{ operation: 'update_page', page, title: `${titles[index]} more` },
      document: { markdown: `Words of new.\n\n${table('new')}` },
    }));
    expect((await admin.api.post(`${path}/content`, { changes })).status).toBe(200);
    for (const width of [1440, 390]) {
      const reader = await openReader(browser, { width });
      const { page, problems } = reader;
      const form = { token: admin.token, next: '' };
      await page.request.post(`${test.baseUrl}/app/sign-in`, { form });
      await page.goto(`${test.baseUrl}/app/s/${space.id}/~/changes/${number}/two?view=changes`);
      await page.locator('.member-changes summary').click();
      expect(await page.evaluate<string[]>(COVERED)).toEqual([]);
      await page.locator('.member-changes').getByRole('link', { name: 'Three more' }).click();
      await page.waitForURL(/\/three\?view=changes$/);
      expect(await page.locator('.content ins').allInnerTexts()).toContainEqual(
        expect.stringMatching(/new$/),
      );
      expect(await overflow(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await contrastProblems(page)).toEqual([]);
      expect(problems).toEqual([]);
      await reader.close();
    }
  });
});

/** The links of the list that something else lies on. */
const COVERED = `[...document.querySelectorAll('.member-changes a')].filter((link) => {
  const { left, top, width, height } = link.getBoundingClientRect();
  return !link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((link) => link.textContent)`;
