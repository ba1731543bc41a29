import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('The content of all spaces, in a browser', () => {
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

  it('broken links, files and reusable contents are found, and lead to where they are changed', async () => {
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    const content = `${test.baseUrl}/app/o/${organization.id}/content`;
    for (const [list, words] of [
      ['broken-links', 'No link is broken'],
      ['files', 'Your spaces have no files'],
      ['reusable-contents', 'Your spaces have no reusable contents'],
    ]) {
      await page.goto(`${content}/${list}`);
      await page.getByText(words!).waitFor();
      await expectGoodPage(page, `empty ${list}`);
    }

    for (const title of ['Handbook', 'Travel']) {
      const space = (await buildSpace(organization, { title })).id;
      await organization.admin.api.post(`/v1/spaces/${space}/content`, {
        changes: [
          {
            operation: 'insert_files',
            files: [
              {
                name: `a-very-long-name-of-a-picture-without-any-space-${title}.png`,
                contentType: 'image/png',
                base64: 'YQ==',
              },
            ],
          },
          { operation: 'insert_reusable_content', title: `${title} note`, document: { markdown: 'Words.' } },
        ],
      });
      await buildPages(organization.admin, space, [
        {
          title: `${title} start`,
          markdown: '[Lost](../a/rather/long/address/that/leads/to/no/page/at-all.md)',
        },
      ]);
    }
    await page.goto(content);
    await page.getByRole('link', { name: 'Broken links', exact: true }).click();
    await page.getByRole('heading', { name: '2 broken links' }).waitFor();
    await expectGoodPage(page, 'broken links');
    await page.getByLabel('Space', { exact: true }).selectOption({ label: 'Travel (1)' });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('heading', { name: '1 broken link' }).waitFor();
    await page.getByRole('link', { name: 'Travel start' }).click();
    await page.waitForURL(/\/~\/edit\//);
    await page.getByText('Lost').first().waitFor();

    await page.goto(`${content}/files`);
    await page.getByText('no page that you see uses 2 of them').waitFor();
    await expectGoodPage(page, 'files');
    await page.getByLabel('Name', { exact: true }).fill('handbook');
    await page.getByLabel('Only files that no page uses').check();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('heading', { name: '1 file' }).waitFor();
    await page.getByRole('link', { name: /-Handbook\.png$/ }).click();
    await page.getByText('No page uses this file.').waitFor();

    await page.goto(`${content}/reusable-contents`);
    await page.getByRole('heading', { name: '2 reusable contents' }).waitFor();
    await expectGoodPage(page, 'reusable contents');
    await page.getByRole('link', { name: 'Handbook note' }).click();
    await page.waitForURL(/\/~\/edit\/~\/reusable\//);
    expect(problems).toEqual([]);
    await close();
  });
});
