import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  crashTab,
  findBrowser,
  leaveBrowser,
  overflow,
  type ReaderOptions,
  shareBrowser,
} from '../support/browser.js';
import { expectAccessible, isSaved, openEditor, textOf } from '../support/editor-tab.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('The tools of a writer, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  /** A writer at the first page of a new space. */
  async function writerAt(markdown: string, options: ReaderOptions = {}) {
    const { admin } = organization;
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const [id = ''] = await buildPages(admin, space, [{ title: 'Travel', markdown }, { title: 'Hotels' }]);
    const path = `/v1/spaces/${space}/content/page/${id}`;
    const root = `${test.baseUrl}/app/s/${space}/~/edit/${id}`;
    const writer = await open(root, admin.token, options);
    const read = async (format: string) => (await admin.api.get(`${path}?format=${format}`)).body;
    return { writer, root, read, path };
  }

  const open = (root: string, token: string, options: ReaderOptions = {}) =>
    openEditor(test, browser, token, root, options);
  const source = (page: Page) => page.getByLabel('Text of the page as Markdown');

  describe('the outline', () => {
    it('follows the text and the cursor, goes to headings, and counts words', async () => {
      const { writer } = await writerAt('## Costs\n\nOne two three.\n\n### Trains\n\nFour.');
      const outline = writer.locator('.outline nav');
      const headings = outline.getByRole('listitem');
      await outline.getByText('6 words, 30 characters, 1 minute to read').waitFor();
      expect(await headings.allTextContents()).toEqual(['Costs', 'Trains']);
      await outline.getByRole('button', { name: 'Trains' }).press('Enter');
      await writer.keyboard.type(' and planes');
      await expect.poll(() => headings.allTextContents()).toEqual(['Costs', 'Trains and planes']);
      expect(await outline.locator('[aria-current]').textContent()).toBe('Trains and planes');
      await writer.keyboard.press('Shift+Home');
      await outline.getByText('3 of 8 words selected, 17 characters').waitFor();
      await writer.keyboard.press('ArrowRight');
      await writer.locator('.bubble-bar').waitFor({ state: 'hidden' });
      await expectAccessible(writer);
      await writer.context().close();
    });

    it('is folded on a phone', async () => {
      const { writer } = await writerAt('## Costs\n\nOne.', { width: 390, touch: true });
      await writer.locator('.inline-outline summary').tap();
      const heading = writer.locator('.inline-outline').getByRole('button', { name: 'Costs' });
      await heading.waitFor();
      expect(await overflow(writer)).toBe(0);
      expect(await accessibilityProblems(writer)).toEqual([]);
      await heading.tap();
      await writer.keyboard.type('!');
      await textOf(writer).getByText('Costs!').waitFor();
      await writer.context().close();
    });
  });

  describe('find and replace', () => {
    it('marks what it finds, goes through it, and replaces all in one step, with the keyboard alone', async () => {
      const { writer, read } = await writerAt(
        '## Cat\n\nA **cat** and a category.\n\n* cat\n\n| Pet |\n| --- |\n| cat |',
      );
      const { keyboard } = writer;
      const count = writer.locator('.find-count');
      await textOf(writer).locator('p').first().click();
      await keyboard.press('Home');
      // Browsers tell of a moved cursor a moment later.
      await writer.waitForTimeout(200);
      await keyboard.press('Control+h');
      await keyboard.type('cat');
      await expect.poll(() => count.textContent()).toBe('2 of 5');
      expect(await textOf(writer).locator('.find-match').count()).toBe(5);
      await expectAccessible(writer);
      await keyboard.press('Enter');
      await expect.poll(() => count.textContent()).toBe('3 of 5');
      await keyboard.press('Shift+Enter');
      await writer.getByRole('button', { name: 'Whole words' }).press('Space');
      await expect.poll(() => count.textContent()).toMatch(/ of 4$/);
      await writer.getByRole('button', { name: 'Match case' }).press('Space');
      await expect.poll(() => count.textContent()).toMatch(/ of 3$/);
      await writer.getByLabel('Replace by').fill('$1 dog');
      await writer.getByRole('button', { name: 'Replace all' }).press('Enter');
      await expect.poll(() => count.textContent()).toBe('None');
      await keyboard.press('Escape');
      await isSaved(writer);
      const { markdown } = await read('markdown');
      expect(markdown).toContain('## Cat');
      expect(markdown).toContain('A **$1 dog** and a category.');
      expect(markdown).toContain('* $1 dog');
      // The text has the focus again.
      await keyboard.press('Control+z');
      await textOf(writer).getByText('A cat and a category.').waitFor();
      expect(await textOf(writer).getByText('$1 dog').count()).toBe(0);
      await writer.context().close();
    });

    it('fits a phone', async () => {
      const { writer } = await writerAt('One.', { width: 390, touch: true });
      await writer.getByRole('button', { name: 'Find' }).tap();
      await writer.getByRole('button', { name: 'Replace too' }).tap();
      await writer.getByLabel('Find', { exact: true }).fill('one');
      await expect.poll(() => writer.locator('.find-count').textContent()).toBe('1 of 1');
      expect(await overflow(writer)).toBe(0);
      await writer.getByRole('button', { name: 'Close' }).tap();
      await writer.context().close();
    });
  });

  describe('the page as Markdown', () => {
    it('is edited and saved while one types, and leaves other blocks as they were', async () => {
      const { writer, read } = await writerAt('One.\n\n[Beds](hotels.md) and `code`.\n\n* a\n* b');
      const before = (await read('document')).document.nodes;
      await textOf(writer).click();
      await writer.keyboard.press('Control+Shift+M');
      await source(writer).waitFor();
      expect(await source(writer).inputValue()).toBe('One.\n\n[Beds](hotels.md) and `code`.\n\n* a\n* b\n');
      await writer.keyboard.press('End');
      await writer.keyboard.type(' And **more**.');
      await isSaved(writer);
      const after = (await read('document')).document.nodes;
      expect((await read('markdown')).markdown).toContain('One. And **more**.');
      expect(after[0].key).toBe(before[0].key);
      expect(after.slice(1)).toEqual(before.slice(1));
      await expectAccessible(writer);
      await writer.keyboard.press('Control+Shift+M');
      await textOf(writer).getByText('One. And more.').waitFor();
      await source(writer).waitFor({ state: 'hidden' });
      await writer.keyboard.press('Control+z');
      await textOf(writer).getByText('One.', { exact: true }).waitFor();
      await writer.context().close();
    });

    it('shows what others write, with the cursor where it was', async () => {
      const { writer, root, read } = await writerAt('One.\n\nTwo.');
      const other = await open(root, (await organization.member('edit')).token);
      await writer.getByRole('button', { name: 'Markdown' }).click();
      await source(writer).waitFor();
      await source(writer).press('Control+End');
      await source(writer).press('ArrowUp');
      await source(writer).press('End');
      await textOf(other).locator('p').first().click();
      await other.keyboard.press('End');
      await other.keyboard.type(' By Ben.');
      await expect.poll(() => source(writer).inputValue()).toBe('One. By Ben.\n\nTwo.\n');
      await writer.keyboard.type(' By Ann.');
      await textOf(other).getByText('Two. By Ann.').waitFor();
      expect((await read('markdown')).markdown).toContain('One. By Ben.\n\nTwo. By Ann.');
      await writer.context().close();
      await other.context().close();
    });

    it('keeps what was typed offline when the tab crashes', async () => {
      const { writer, root, read } = await writerAt('One.');
      const context = writer.context();
      await writer.getByRole('button', { name: 'Markdown' }).click();
      await source(writer).waitFor();
      await context.setOffline(true);
      await source(writer).press('End');
      await writer.keyboard.type(' On the train.');
      await writer.locator('[data-editor-state=offline]').waitFor();
      await writer.waitForTimeout(300);
      await crashTab(writer);
      await context.setOffline(false);
      const later = await context.newPage();
      await later.goto(root);
      await later.getByText('was not saved; it is here again').waitFor();
      await isSaved(later);
      expect((await read('markdown')).markdown).toContain('One. On the train.');
      expect(await source(later).inputValue()).toContain('One. On the train.');
      await context.close();
    });

    it('says in a sentence why a text cannot be read, and fits a phone', async () => {
      const { writer } = await writerAt('One.', { width: 390 });
      await writer.getByRole('button', { name: 'Markdown' }).click();
      await source(writer).waitFor();
      expect(await overflow(writer)).toBe(0);
      await source(writer).fill(['$$', 'x'.repeat(10_001), '$$'].join('\n'));
      await writer.locator('[data-editor-state=refused]').filter({ hasText: 'formula' }).waitFor();
      await source(writer).fill('Less.');
      await isSaved(writer);
      await writer.context().close();
    });
  });
});
