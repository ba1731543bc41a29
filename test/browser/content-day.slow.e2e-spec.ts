import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('Spaces and collections, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await createTestApp();
    browser = await shareBrowser();
    organization = await buildOrganization(test);
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  const rows = (page: Page) => page.locator('[data-contents] .app-list-main > a').allTextContents();
  const row = (page: Page, title: string) => page.locator('[data-contents] > li').filter({ hasText: title });

  it('a space is put into a collection, deleted, found in the bin and restored', async () => {
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    const content = `${test.baseUrl}/app/o/${organization.id}/content`;
    await page.goto(content);
    await page.getByText('There are no spaces yet. A space holds pages').waitFor();
    await expectGoodPage(page, 'empty content');
    await page.getByText('New collection', { exact: true }).click();
    await page.getByLabel('Title', { exact: true }).fill('Guides');
    await page.getByRole('button', { name: 'Create the collection' }).click();
    await page.getByText('The collection is made.').waitFor();
    for (const title of ['Handbook', 'Travel']) await buildSpace(organization, { title });
    await page.goto(content);
    expect(await rows(page)).toEqual(['Guides', 'Handbook', 'Travel']);
    await expectGoodPage(page, 'content');

    // The order, by dragging and with an arrow.
    const target = { targetPosition: { x: 200, y: 2 } };
    await row(page, 'Travel').dragTo(row(page, 'Guides'), target);
    await page.getByText('It is moved.').waitFor();
    expect(await rows(page)).toEqual(['Travel', 'Guides', 'Handbook']);
    await page.getByRole('button', { name: 'Move down: Travel' }).click();
    await expect.poll(() => rows(page)).toEqual(['Guides', 'Travel', 'Handbook']);

    // Into the collection, out of it, and in again.
    await row(page, 'Handbook').dragTo(row(page, 'Guides'));
    await expect.poll(() => rows(page)).toEqual(['Guides', 'Travel']);
    await row(page, 'Guides').getByRole('link', { name: 'Guides', exact: true }).click();
    await page.getByRole('heading', { name: 'Guides' }).waitFor();
    expect(await rows(page)).toEqual(['Handbook']);
    await expectGoodPage(page, 'collection');
    await row(page, 'Handbook').dragTo(
      page.getByRole('navigation', { name: 'Place' }).getByRole('link', { name: 'Top level' }),
    );
    await page.getByText('This collection is empty.').waitFor();
    await page.goto(content);
    await row(page, 'Handbook').dragTo(row(page, 'Guides'));
    await expect.poll(() => rows(page)).toEqual(['Guides', 'Travel']);
    await page.getByRole('link', { name: 'Settings: Guides' }).click();
    await page.getByRole('heading', { name: 'Delete the collection' }).waitFor();
    await page.getByText('Delete the collection', { exact: true }).nth(1).click();
    await expectGoodPage(page, 'collection settings');

    await page.goto(`${content}?in=${new URL(page.url()).pathname.split('/')[3]}`);
    await page.getByRole('link', { name: 'Settings: Handbook' }).click();
    await page.getByLabel('Title', { exact: true }).fill('The handbook');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('The settings are saved.').waitFor();
    await page.getByLabel('Rule', { exact: true }).selectOption('A subject');
    await page.getByRole('button', { name: 'Add the rule' }).click();
    await page.getByText('The space has rules of its own').waitFor();
    await expectGoodPage(page, 'settings of a space with rules');
    await page.locator('summary', { hasText: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove the rule: rule 1' }).click();
    await page.getByText('The rule is removed.').waitFor();
    await page.locator('summary', { hasText: 'Delete the space' }).click();
    await expectGoodPage(page, 'space settings');
    await page.getByRole('button', { name: 'Delete the space' }).click();
    await page.getByText('The space is deleted.').waitFor();
    await page.locator('summary', { hasText: 'Delete for good' }).click();
    await expectGoodPage(page, 'bin');
    await page.getByRole('button', { name: 'Restore: The handbook' }).click();
    await page.getByText('The space is restored.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'The handbook' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/app\/s\//);
    expect(problems).toEqual([]);
    await close();
  });

  it('a space is archived in its settings, and brought back above its pages', async () => {
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    const { id } = await buildSpace(organization, { title: 'Old manual' });
    await buildPages(organization.admin, id, [{ title: 'One', markdown: 'Text' }]);
    await page.goto(`${test.baseUrl}/app/s/${id}/~/settings`);
    await page.locator('summary', { hasText: 'Archive the space' }).click();
    await page.getByText('This can be taken back at any time').waitFor();
    await expectGoodPage(page, 'the dialog');
    await page.getByRole('button', { name: 'Archive the space' }).click();
    await page.getByText('It is archived. You find it here').waitFor();
    await expectGoodPage(page, 'the archive');
    await page.getByRole('link', { name: 'Old manual' }).click();
    const notice = page.getByText('This space was archived just now. It can be read');
    await notice.waitFor();
    expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
    await expectGoodPage(page, 'a page of the archived space');
    await page.getByRole('link', { name: 'Changes' }).click();
    await notice.waitFor();
    await expectGoodPage(page, 'its change requests');
    await page.getByRole('button', { name: 'Unarchive' }).click();
    await page.getByText('The space is not archived any more.').waitFor();
    expect(await notice.count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  });
});
