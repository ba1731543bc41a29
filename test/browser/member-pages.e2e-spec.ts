import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  contrastProblems,
  findBrowser,
  launchBrowser,
  openReader,
  overflow,
} from '../support/browser.js';
import { buildCluster } from '../support/conversations.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { buildTranslation } from '../support/translations.js';

describe.skipIf(findBrowser() === undefined)(
  'Pages about translations and conversations, in a browser',
  () => {
    let test: TestApp;
    let browser: Browser;
    let organization: TestOrganization;
    let cluster: string;

    beforeAll(async () => {
      test = await createTestApp();
      organization = await buildOrganization(test);
      const { admin, id } = organization;
      const space = await buildSpace(organization, { title: 'Guide', language: 'en' });
      await buildPages(admin, space.id, [
        { title: 'Start', markdown: 'Reset your password in the settings.' },
      ]);
      await buildTranslation(test, organization, space.id);
      cluster = (await buildCluster(admin.api, id)).clusterId;
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser.close();
      await test.close();
    });

    it('are read on narrow screens, in both themes, and used with the keyboard', async () => {
      const reader = await openReader(browser, { width: 390 });
      reader.page.setDefaultTimeout(20_000);
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
  },
);
