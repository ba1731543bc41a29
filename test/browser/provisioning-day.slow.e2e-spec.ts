import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { callScim } from '../support/scim.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let browser: Browser;

describe.skipIf(findBrowser() === undefined)('Provisioning set up in a browser', () => {
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
  });

  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  it('an administrator makes a token, gives it to the provider, and revokes it', async () => {
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(`${test.baseUrl}/app/o/${organization.id}/settings`);
    await page.getByRole('link', { name: 'Provisioning' }).click();
    await page.getByText('There is no token yet').waitFor();
    await expectGoodPage(page, 'empty');
    await page.getByLabel('Name of the token').fill('Okta');
    await page.getByLabel('Role of the members it makes').selectOption('edit');
    await page.getByRole('button', { name: 'Create the token' }).click();
    const token = await page.getByLabel('Token', { exact: true }).inputValue();
    await expectGoodPage(page, 'made');
    const made = await callScim(test, token, 'POST', 'Users', { userName: 'ann@corp.example' });
    expect(made.status).toBe(201);
    await page.goto(`${test.baseUrl}/app/o/${organization.id}/settings/provisioning`);
    await page.getByLabel('Revoke: Okta', { exact: true }).click();
    await page.getByRole('button', { name: 'Revoke the token' }).click();
    await page.getByText('it opens nothing any more').waitFor();
    expect((await callScim(test, token, 'GET', 'Users')).status).toBe(401);
    expect(problems).toEqual([]);
    await close();
  });
});
