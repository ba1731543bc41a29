import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import { isSaved, textOf } from '../support/editor-tab.js';
import { buildOrganization, buildSpace, type TestOrganization } from '../support/factories.js';
import { lookAtRepositories } from '../support/git-connections.js';
import { GitServer, hasGit } from '../support/git-server.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';

const FILES = {
  'docs/README.md': '# Welcome\n\nFirst words.\n',
  'docs/SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [Start](start.md)\n',
  'docs/start.md': '# Start\n\nSecond words.\n\n![A map](no.png)\n',
};

describe.skipIf(findBrowser() === undefined || !hasGit)('A day with a repository, in a browser', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let browser: Browser;
  let server: GitServer;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
    server = await GitServer.start('secret');
  });

  afterAll(async () => {
    await leaveBrowser(browser);
    await server.close();
    await test.close();
  });

  it('connected, edited here, pushed there, and decided where both changed the same', async () => {
    const url = server.create('docs.git', FILES);
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    const root = `${test.baseUrl}/app/s/${space}`;

    await page.goto(`${root}/~/import`);
    await page.getByLabel('Address of the repository').fill(url);
    await page.getByRole('button', { name: 'Keep in sync' }).click();
    await page.getByRole('heading', { name: 'Keep the space in sync with Git' }).waitFor();
    await expectGoodPage(page, 'address');
    await page.getByLabel('Token', { exact: true }).fill('secret');
    await page.getByLabel('User name').fill('me');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The repository opens').waitFor();
    await expectGoodPage(page, 'branches');
    await page.getByLabel('Folder').fill('docs');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('The space and the branch have the same pages.').waitFor();
    await expectGoodPage(page, 'connected');
    await page.getByRole('link', { name: /came in/ }).click();
    await page.getByText('Missing files').waitFor();
    await expectGoodPage(page, 'run');

    // Written here, and a commit there.
    await page.goto(root);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await typeAfter(page, 'First words.', ' And more.');
    await page.goto(`${root}/~/git`);
    await page.getByText('Changes of the space are about to become a commit').waitFor();
    await page.getByRole('button', { name: 'Sync now' }).click();
    await page.getByRole('link', { name: /was written/ }).waitFor();
    expect(server.read('docs.git', 'docs/README.md')).toContain('First words. And more.');

    // Pushed there, and a page here.
    server.commit('docs.git', { 'docs/start.md': '# Start\n\nPushed words.\n' }, 'Say it better');
    await lookAtRepositories(test);
    await page.goto(root);
    await page.getByRole('link', { name: 'Start' }).first().click();
    await page.getByText('Pushed words.').waitFor();

    // Both at once.
    await page.getByRole('link', { name: 'Git', exact: true }).click();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Nothing is exchanged until you resume it.').waitFor();
    await page.goto(root);
    await page.getByRole('link', { name: 'Start' }).first().click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await typeAfter(page, 'Pushed words.', ' Ours.');
    server.commit('docs.git', { 'docs/start.md': '# Start\n\nPushed words. Theirs.\n' }, 'Theirs');
    await page.goto(`${root}/~/git`);
    await page.getByRole('button', { name: 'Resume' }).click();
    const decide = page.getByRole('link', { name: 'Decide in change request #1' });
    await decide.waitFor();
    await expectGoodPage(page, 'conflicts');
    await page.goto(root);
    await page.getByText('Git: both sides changed the same places.').waitFor();
    await expectGoodPage(page, 'a page of the space');
    await page.getByRole('link', { name: 'Decide in #1' }).click();
    await page.getByRole('button', { name: 'Merge' }).first().click();
    await page.getByText('merged', { exact: false }).first().waitFor();
    await test.settle();
    await page.goto(root);
    await page.getByRole('link', { name: 'Start' }).first().click();
    await page.getByText('Pushed words. Theirs.').waitFor();
    expect(server.read('docs.git', 'docs/start.md')).toContain('Pushed words. Theirs.');

    await page.goto(`${root}/~/git`);
    await page.getByText('The space and the branch have the same pages.').waitFor();
    await page.getByRole('link', { name: 'Settings of the connection' }).click();
    await page.getByRole('button', { name: 'Copy: Secret of the webhook' }).click();
    await page.locator('summary', { hasText: 'Steps to add the webhook' }).click();
    await page.locator('summary', { hasText: 'Disconnect' }).click();
    await expectGoodPage(page, 'settings');
    await page.getByRole('button', { name: 'Yes, disconnect it' }).click();
    await page.getByText('Both sides keep what they have.').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  async function typeAfter(page: Page, text: string, more: string): Promise<void> {
    await page.locator('[data-ready]').waitFor();
    await textOf(page).getByText(text).click();
    await page.keyboard.press('End');
    // The editor reads a click a moment later.
    await page.waitForTimeout(200);
    await page.keyboard.type(more);
    await isSaved(page);
  }

  it('connected without scripts', async () => {
    const url = server.create('plain.git', FILES);
    const space = (await buildSpace(organization, { title: 'Plain' })).id;
    const options = { width: 390, scripts: false };
    const { page, close } = await openMemberTab(browser, test, organization.admin, options);
    await page.goto(`${test.baseUrl}/app/s/${space}/~/git`);
    await page.getByLabel('Address').fill(url);
    await page.getByLabel('Token', { exact: true }).fill('secret');
    await page.getByLabel('User name').fill('me');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByText('The repository is connected.').waitFor();
    await test.settle();
    await page.reload();
    await page.getByText('The space and the branch have the same pages.').waitFor();
    expect(await page.getByRole('link', { name: /came in/ }).count()).toBe(1);
    await close();
  });
});
