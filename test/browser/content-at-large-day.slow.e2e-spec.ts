import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import { PASSWORD } from '../support/conversations.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { smallSpec } from '../support/openapi.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)(
  'A member with the role “create” looks after specifications, translations and questions, in a browser',
  () => {
    let test: TestApp;
    let browser: Browser;
    let organization: TestOrganization;
    let root: string;

    beforeAll(async () => {
      test = await createTestApp();
      organization = await buildOrganization(test);
      root = `${test.baseUrl}/app/o/${organization.id}`;
      browser = await shareBrowser();
    });
    afterAll(async () => {
      await leaveBrowser(browser);
      await test?.close();
    });

    it('registers a specification, gives it another source and deletes it', async () => {
      const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
      await page.goto(`${root}/openapi`);
      await expectGoodPage(page, 'specifications, empty');
      await page.getByLabel('Name', { exact: true }).fill('pets');
      await page
        .getByLabel('Or a file')
        .setInputFiles({ name: 'pets.json', mimeType: 'application/json', buffer: Buffer.from(smallSpec()) });
      await page.getByRole('button', { name: 'Create the specification' }).click();
      await page.getByText('The specification is registered.').waitFor();
      await test.settle();
      await page.reload();
      await page.getByText('shown to readers').waitFor();
      await expectGoodPage(page, 'one specification');
      await page.getByLabel('Or its text').fill('paths: [');
      await page.getByRole('button', { name: 'Use this source' }).click();
      await page.getByText('The specification has the new source.').waitFor();
      await test.settle();
      await page.reload();
      await page.getByText('Why it could not be read').waitFor();
      await expectGoodPage(page, 'a specification that cannot be read');
      await page.goto(`${root}/openapi`);
      await expectGoodPage(page, 'specifications');
      await page.getByRole('link', { name: 'pets' }).click();
      await page.locator('summary', { hasText: 'Delete the specification' }).click();
      await page.getByRole('button', { name: 'Delete the specification' }).click();
      await page.getByText('The specification is deleted.').waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it('fills the glossary, and changes a translation', async () => {
      const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
      const { id } = await buildSpace(organization, { title: 'Guide' });
      await buildPages(organization.admin, id, [{ title: 'Start', markdown: 'Press the button.' }]);
      await page.goto(`${root}/translations`);
      await expectGoodPage(page, 'translations, empty');
      await page.getByRole('link', { name: 'Glossary' }).click();
      await expectGoodPage(page, 'glossary, empty');
      await page.getByLabel('Term 1', { exact: true }).fill('button');
      await page.getByLabel('Language 2').selectOption('fr');
      await page.getByLabel('Term 2', { exact: true }).fill('bouton');
      await page.getByRole('button', { name: 'Create the entry' }).click();
      await page.getByText('The entry is added.').waitFor();
      await expectGoodPage(page, 'glossary');
      await page.getByRole('link', { name: 'Bring entries as a table' }).click();
      await expectGoodPage(page, 'a table of entries, empty');
      await page.getByLabel('Or paste it').fill('en,de\nbutton,Taste\nwrong,\n,\n');
      await page.getByRole('button', { name: 'Look at it' }).click();
      await page.getByText('would be added').waitFor();
      await expectGoodPage(page, 'what a table would do');
      await page.getByRole('button', { name: 'Do this' }).click();
      await page.getByText('2 entries added').waitFor();
      await page.getByRole('link', { name: 'Change: wrong' }).click();
      await expectGoodPage(page, 'one entry');
      await page.locator('summary', { hasText: 'Delete the entry' }).click();
      await page.getByRole('button', { name: 'Delete the entry' }).click();
      await page.getByText('The entry is deleted.').waitFor();

      await page.goto(`${root}/translations`);
      await page.getByLabel('It is written in').selectOption('en');
      await page.getByLabel('Translate it into').selectOption('fr');
      await page.getByRole('button', { name: 'Translate' }).click();
      await test.settle();
      await page.getByLabel('Instructions for translators').fill('Say *vous*.');
      await page.getByRole('button', { name: 'Save the instructions' }).click();
      await page.getByText('The instructions are changed.').waitFor();
      await test.settle();
      await page.reload();
      await expectGoodPage(page, 'one translation');
      await page.locator('summary', { hasText: 'End the translation' }).click();
      await page.getByRole('button', { name: 'End the translation' }).click();
      await page.getByText('The translation is ended.').waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it('hands in questions, and makes a change request for them', async () => {
      const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
      await page.goto(`${root}/conversations`);
      await expectGoodPage(page, 'conversations, empty');
      await page.getByRole('link', { name: 'Hand in what readers asked' }).click();
      await expectGoodPage(page, 'handing in conversations');
      await page.getByLabel('File (CSV, JSON or NDJSON)').setInputFiles({
        name: 'questions.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`question\n${PASSWORD.join('\n')}\n`),
      });
      await page.getByRole('button', { name: 'Hand in the file' }).click();
      await page.getByText('3 conversations are taken.').waitFor();
      await test.settle();
      await page.goto(`${root}/conversations`);
      await expectGoodPage(page, 'conversations');
      await page.getByRole('link', { name: /reset my password/ }).click();
      await expectGoodPage(page, 'one question');
      await page.getByRole('button', { name: 'Create the change request' }).click();
      await page.waitForURL(/~\/changes\/1/);
      await page.goBack();
      await page.reload();
      await page.getByRole('link', { name: /#1 Answer: / }).waitFor();
      await expectGoodPage(page, 'one question with a change request');
      expect(problems).toEqual([]);
      await close();
    });
  },
);
