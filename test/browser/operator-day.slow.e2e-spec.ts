import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { buildOrganization, buildSpace, type TestUser } from '../support/factories.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { buildFailedJob, buildOperator } from '../support/operators.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

let test: TestApp;
let mail: MailServer;
let operator: TestUser;
let browser: Browser;

describe.skipIf(findBrowser() === undefined)('The day of an operator, in a browser', () => {
  beforeAll(async () => {
    mail = await startMailServer();
    test = await createTestApp({ smtpUrl: mail.url, mailFrom: 'docs@bindery.test' });
    operator = await buildOperator(test);
    browser = await shareBrowser();
    const organization = await buildOrganization(test);
    await buildSpace(organization);
    await test.settle();
    await buildFailedJob(
      test,
      organization.id,
      'connect ECONNREFUSED 127.0.0.1:9200 ‹while the index was written›',
    );
  });

  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
    await mail.close();
  });

  it('looks at health, runs a failed job again, tests mail, and reads sizes and settings', async () => {
    const { page, problems, close } = await openMemberTab(browser, test, operator);
    await page.goto(`${test.baseUrl}/app/profile`);
    await page.locator('details:has(.app-sign-out) > summary').click();
    await page.getByRole('link', { name: 'Operate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
    await page.getByText('failed for good').waitFor();
    await expectGoodPage(page, 'health');

    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await page.getByText('ECONNREFUSED').waitFor();
    await page.getByText('Delete', { exact: true }).click();
    await page.getByText('Search does not find the latest changes').last().waitFor();
    await expectGoodPage(page, 'jobs');
    await page.getByRole('button', { name: /^Run again/ }).click();
    await page.getByText('They run as soon as a worker is free').waitFor();
    await eventually(async () => {
      await page.reload();
      expect(await page.getByText('No such job has failed.').count()).toBe(1);
    });
    await expectGoodPage(page, 'no jobs');

    await page.getByRole('link', { name: 'Mail and storage' }).click();
    await page.getByRole('button', { name: 'Send me a test mail' }).click();
    await page.getByText('The mail server took a mail').waitFor();
    expect(mail.received.at(-1)?.to).toBe(operator.email);
    await expectGoodPage(page, 'tests');
    await page.getByRole('button', { name: 'Test the storage' }).click();
    await page.getByText('An object was written').waitFor();

    await page.getByRole('link', { name: 'Sizes' }).click();
    await page.getByText('Nothing was counted yet.').waitFor();
    await expectGoodPage(page, 'no sizes');
    await page.getByRole('button', { name: 'Count again' }).click();
    await page.getByText('Everything is being counted.').waitFor();
    await test.settle();
    await page.reload();
    await page.getByText('Bytes in the database').waitFor();
    await expectGoodPage(page, 'sizes');

    await page.getByRole('link', { name: 'Configuration' }).click();
    await page.getByRole('rowheader', { name: 'SMTP_URL' }).waitFor();
    await expectGoodPage(page, 'configuration');
    await page.getByRole('link', { name: 'Operators' }).click();
    await page.getByText('Job run again').waitFor();
    await expectGoodPage(page, 'operators');
    expect(problems).toEqual([]);
    await close();
  });
});
