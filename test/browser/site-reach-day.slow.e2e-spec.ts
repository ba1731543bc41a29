import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, openReader, shareBrowser } from '../support/browser.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { FONT_FILE } from '../support/fonts.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { publishFolder, type PublishedSite } from '../support/published-site.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.skipIf(findBrowser() === undefined)(
  'The owner of a site looks after its readers, in a browser',
  () => {
    let test: TestApp;
    let browser: Browser;
    let organization: TestOrganization;
    let site: PublishedSite;
    let root: string;

    beforeAll(async () => {
      test = await createTestApp();
      organization = await buildOrganization(test);
      site = await publishFolder(test, organization);
      root = `${test.baseUrl}/app/o/${organization.id}/sites/${site.id}`;
      browser = await shareBrowser();
    });
    afterAll(async () => {
      await leaveBrowser(browser);
      await test?.close();
    });

    it('finds an address that readers missed, and leads it to a page', async () => {
      const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
      await page.goto(`${root}/redirects`);
      await expectGoodPage(page, 'redirects, empty');
      await page.goto(`${root}/insights`);
      await expectGoodPage(page, 'insights, empty');

      const reader = await openReader(browser, { width: 1440 });
      // A browser without a window says so, and is counted as a robot.
      await reader.page.setExtraHTTPHeaders({ 'User-Agent': FIREFOX });
      const counted = () => reader.page.waitForResponse((response) => response.url().endsWith('~insights'));
      for (const path of ['guides/begin', 'guides/start', '']) {
        const report = counted();
        await reader.page.goto(site.url + path);
        await report;
      }
      await page.goto(`${root}/redirects`);
      await page.getByRole('link', { name: 'New redirect: /guides/begin' }).click();
      await page.getByLabel('Leads to').fill('/guides/start');
      await page.getByRole('button', { name: 'Create the redirect' }).click();
      await page.getByText('The redirect is made.').waitFor();
      await expectGoodPage(page, 'redirects');
      await reader.page.goto(`${site.url}guides/begin`);
      expect(reader.page.url()).toBe(`${site.url}guides/start`);
      await reader.close();

      await page.getByRole('link', { name: 'Bring redirects as a table' }).click();
      await expectGoodPage(page, 'a table of redirects, empty');
      const table = 'source,destination\n/old,/guides/finish\n/wrong,/nowhere\n';
      await page
        .getByLabel('A file with comma-separated values')
        .setInputFiles({ name: 'redirects.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
      await page.getByRole('button', { name: 'Look at the file' }).click();
      await page.getByText('1 redirect would be added').waitFor();
      await expectGoodPage(page, 'what a table would do');
      await page.getByRole('button', { name: 'Do this without the 1 refused line' }).click();
      await page.getByText('1 redirect is added').waitFor();

      await page.goto(`${root}/redirects`);
      await page.getByRole('link', { name: '/old', exact: true }).click();
      await expectGoodPage(page, 'one redirect');
      await page.locator('summary', { hasText: 'Delete the redirect' }).click();
      await page.getByRole('button', { name: 'Delete the redirect' }).click();
      await page.getByText('The redirect is deleted.').waitFor();

      await page.goto(`${root}/insights`);
      await page.getByRole('img', { name: /Page views by day/ }).waitFor();
      await page.getByText('The numbers as a table').click();
      await expectGoodPage(page, 'insights');
      expect(problems).toEqual([]);
      await close();
    });

    it('puts the webhook on the site, and gives it another secret', async () => {
      const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
      await page.goto(`${root}/integrations`);
      await expectGoodPage(page, 'integrations of a site, empty');
      await organization.admin.api.post('/v1/integrations/webhook/installations', {
        organization: organization.id,
      });
      await page.reload();
      await page.getByRole('button', { name: 'Put it on this site: Webhook' }).click();
      await page.getByLabel('Address').fill('https://hooks.example.com/docs');
      await page.getByRole('button', { name: 'Save settings' }).click();
      await page.getByText('The settings are saved.').waitFor();
      await expectGoodPage(page, 'integrations of a site');
      await page.getByRole('link', { name: 'Its page in the organization' }).click();
      await page.getByRole('button', { name: 'Create another secret' }).click();
      await page.getByText('It is not shown again').waitFor();
      await expectGoodPage(page, 'the webhook with a new secret');
      expect(problems).toEqual([]);
      await close();
    });

    it('uploads a font', async () => {
      const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
      await page.goto(`${test.baseUrl}/app/o/${organization.id}/settings/fonts`);
      await expectGoodPage(page, 'fonts, empty');
      await page.getByLabel('Name').fill('Own');
      await page
        .getByLabel(/^Files/)
        .setInputFiles({ name: 'own-regular.woff2', mimeType: 'font/woff2', buffer: FONT_FILE });
      await page.getByRole('button', { name: 'Upload the font' }).click();
      await page.getByText('The font is there.').waitFor();
      await page.evaluate('document.fonts.ready');
      expect(
        await page.evaluate('[...document.fonts].filter(({ status }) => status === "loaded").length > 0'),
      ).toBe(true);
      await expectGoodPage(page, 'fonts');
      expect(problems).toEqual([]);
      await close();
    });
  },
);
