import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { buildOrganization, buildSpace, type TestOrganization } from '../support/factories.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('A day of an administrator, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;
  let receiver: Server;
  let received: string[];
  let root: string;

  beforeAll(async () => {
    test = await createTestApp();
    browser = await shareBrowser();
    organization = await buildOrganization(test);
    root = `${test.baseUrl}/app/o/${organization.id}`;
    received = [];
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        const { items } = JSON.parse(body) as { items: { action: string }[] };
        received.push(...items.map(({ action }) => action));
        response.end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
    await leaveBrowser(browser);
    await test.close();
  });

  it('settings and merge rules are changed, and another organization is made', async () => {
    const member = await organization.member('review');
    const space = await buildSpace(organization, { title: 'Handbook' });
    await organization.admin.api.patch(`/v1/spaces/${space.id}`, { mergeRules: { type: 'none' } });
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(root);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByLabel('Title').fill('Acme');
    await page.getByRole('button', { name: 'Save title' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await page.getByLabel('Mail domains').fill('acme.example');
    await page.getByLabel('Invitation links work').uncheck();
    await page.getByRole('button', { name: 'Save who joins' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await page.getByLabel('Instructions').fill('Say **Acme**.');
    await page.getByRole('button', { name: 'Save instructions' }).click();
    await page.getByText('Agents get them from now on.').waitFor();
    await page.locator('summary', { hasText: 'Change the name' }).click();
    await expectGoodPage(page, 'settings');
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}`);
    expect(body).toMatchObject({ title: 'Acme', emailDomains: ['acme.example'], inviteLinks: false });

    await page.getByRole('link', { name: 'Merge rules' }).click();
    await page.getByText('There are no rules').waitFor();
    await page.getByLabel('Rule', { exact: true }).selectOption('Certain people approved, one of them');
    await page.getByLabel('People').fill(member.email);
    await page.getByRole('button', { name: 'Add the rule' }).click();
    await page.getByText('The rule holds for the next merge.').waitFor();
    await page.getByRole('link', { name: 'Handbook' }).last().waitFor();
    await expectGoodPage(page, 'rules');
    await page.locator('summary', { hasText: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove the rule: rule 1' }).click();
    await page.getByText('The rule is removed.').waitFor();

    await page.goto(`${test.baseUrl}/app/organizations`);
    await page.getByRole('link', { name: 'New organization' }).click();
    await expectGoodPage(page, 'new organization');
    await page.getByLabel('Title').fill('Second');
    await page.getByRole('button', { name: 'Create the organization' }).click();
    await page.waitForURL(/\/welcome$/);
    expect(problems).toEqual([]);
    await close();
  });

  it('the log is filtered and taken away, and a stream posts it elsewhere', async () => {
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(root);
    await page.getByRole('link', { name: 'Audit log', exact: true }).click();
    const table = page.getByRole('region', { name: 'Audit log' });
    await table.getByText('Organization settings changed').first().waitFor();
    await page.locator('main summary').first().click();
    await expectGoodPage(page, 'audit log');
    await page.getByLabel('Actions').selectOption('Spaces and content');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await table.getByText('Space created').waitFor();
    expect(await table.getByText('Organization settings changed').count()).toBe(0);
    // The form says in which zone its days are.
    expect(new URL(page.url()).searchParams.get('zone')).toBe(
      await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
    );
    await table.getByRole('link', { name: 'Handbook' }).first().click();
    await page.getByText('Only what was done to one thing.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toContain('Space created');
    expect(file).not.toContain('organization.updated');

    await page.getByRole('link', { name: 'Streams' }).click();
    await page.getByText('There are no streams yet').waitFor();
    await expectGoodPage(page, 'no streams');
    await page.getByLabel('Name').fill('Archive');
    const { port } = receiver.address() as AddressInfo;
    await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/log`);
    await page.getByRole('button', { name: 'Create the stream' }).click();
    await page.getByText('it is not shown again').waitFor();
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^[0-9a-f]{64}$/);
    await expectGoodPage(page, 'new stream');
    await eventually(() => expect(received).toEqual(['audit-stream.created']));
    await page.getByRole('link', { name: 'Archive' }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Entries wait from now on').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The address took the test and answered 200.').waitFor();
    await page.locator('summary', { hasText: 'Delete the stream' }).click();
    await expectGoodPage(page, 'stream');
    await page.getByRole('button', { name: 'Resume' }).click();
    await eventually(() => expect(received).toHaveLength(3));
    expect(problems).toEqual([]);
    await close();
  });
});
