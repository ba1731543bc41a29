import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_LOCK } from '../../src/modules/administration/operate/backups/backup-runs.repository.js';
import { LOOK_AFTER_BACKUPS } from '../../src/modules/administration/operate/backups/backups.js';
import { Jobs } from '../../src/platform/jobs/jobs.js';
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
let folder: string;

describe.skipIf(findBrowser() === undefined)('The day of an operator, in a browser', () => {
  beforeAll(async () => {
    mail = await startMailServer();
    folder = mkdtempSync(join(tmpdir(), 'bindery-backups-'));
    test = await createTestApp({ smtpUrl: mail.url, mailFrom: 'docs@bindery.test', backupsDir: folder });
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
    rmSync(folder, { recursive: true, force: true });
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
      const open = `select count(*) from jobs.job where state in ('failed', 'retry')`;
      expect(await test.db.queryCount(open)).toBe(0);
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

  it('makes a backup, watches it, finds one that is damaged, and deletes it', async () => {
    const { page, problems, close } = await openMemberTab(browser, test, operator);
    await page.goto(`${test.baseUrl}/app/operate`);
    await page.getByRole('link', { name: 'Backups', exact: true }).click();
    await page.getByText('There is no backup in the folder yet.').waitFor();
    await expectGoodPage(page, 'no backups');

    await page.getByRole('button', { name: 'Back up now' }).click();
    // The page follows it by itself.
    await page.getByText('Good, just now').waitFor();
    const [name = ''] = readdirSync(folder);
    await page.getByText('Restore', { exact: true }).click();
    const command = page.getByLabel(`Command that restores ${name}`, { exact: true });
    expect(await command.inputValue()).toBe(`npx bindery restore ${join(folder, name)}`);
    await expectGoodPage(page, 'a backup');

    writeFileSync(join(folder, name), readFileSync(join(folder, name)).subarray(0, -100));
    // Another process holds the lock of backups for a moment, so that the page is seen while it waits.
    const other = await test.db.session();
    await other.client.query('select pg_advisory_lock($1)', [RUN_LOCK]);
    await page.getByRole('button', { name: `Verify: ${name}` }).click();
    await page.getByText('A backup is being verified').waitFor();
    // It is not loaded again while somebody reads in an opened part.
    await page.getByText('Restore', { exact: true }).click();
    await expectGoodPage(page, 'a backup is being verified');
    await other.close();
    // On a busy machine, the run may have given up waiting for the lock; the schedule takes it up then.
    await test.app.get(Jobs).enqueue(LOOK_AFTER_BACKUPS, {});
    await page.getByText('Restore', { exact: true }).click();
    await page
      .getByRole('cell', { name: /it was cut off/ })
      .first()
      .waitFor();
    await expectGoodPage(page, 'a damaged backup');
    await page.getByRole('link', { name: 'Health' }).click();
    await page.getByText('was found damaged').waitFor();
    await page.goBack();
    await page.getByText('Delete', { exact: true }).click();
    await page.getByText('It is the only backup here').waitFor();
    await page.getByRole('button', { name: `Delete the backup: ${name}` }).click();
    await page.getByText('The backup is deleted.').waitFor();
    expect(readdirSync(folder)).toEqual([]);
    expect(problems).toEqual([]);
    await close();
  });
});
