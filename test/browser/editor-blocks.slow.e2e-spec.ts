import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, overflow, type ReaderOptions, shareBrowser } from '../support/browser.js';
import { expectAccessible, isSaved, newLine, openEditor, textOf } from '../support/editor-tab.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { png } from '../support/interactive-site.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('Blocks of the editor, in a browser', () => {
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

  const api = () => organization.admin.api;

  /** A space with a page of the text, and one beside it. */
  async function pageOf(markdown: string, options: { isLocked?: boolean } = {}) {
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const [page = '', hotels = ''] = await buildPages(organization.admin, space, [
      { title: 'Travel', markdown },
      { title: 'Hotels', markdown: '## Near the sea\n\nWords.\n\n## In town' },
    ]);
    if (options.isLocked) await api().patch(`/v1/spaces/${space}`, { editMode: 'locked' });
    return { space, page, hotels };
  }

  const writerAt = (space: string, page: string, options: ReaderOptions = {}) =>
    openEditor(test, browser, organization.admin.token, `/app/s/${space}/~/edit/${page}`, options);

  const blocksOf = async (space: string, page: string, place = '') =>
    (await api().get(`/v1/spaces/${space}${place}/content/page/${page}?format=document`)).body.document
      .nodes as { type: string; key: string; data: Record<string, unknown>; nodes?: unknown[] }[];

  describe('reusable contents', () => {
    it('are made and written like pages, and every page that shows them changes', async () => {
      const { space, page } = await pageOf('One.');
      const author = await writerAt(space, page);
      await author.goto(`${test.baseUrl}/app/s/${space}/~/reusable-contents`);
      await author.getByLabel('New reusable content').fill('Opening hours');
      await author.getByRole('button', { name: 'Create and write it' }).click();
      await author.locator('#bdy-editor[data-ready]').waitFor();
      await expectAccessible(author);
      expect(await author.getByLabel('Title', { exact: true }).inputValue()).toBe('Opening hours');
      expect(await author.getByLabel('Description', { exact: true }).count()).toBe(0);
      await textOf(author).locator('p').first().click();
      await author.keyboard.type('# At nine');
      await author.keyboard.press('Enter');
      await author.keyboard.type('We open.');
      await isSaved(author);
      const [made] = (await api().get(`/v1/spaces/${space}/content/reusable-contents`)).body.items;
      const ref = { kind: 'reusable-content', reusableContent: made.id };
      const nodes = [{ object: 'block', type: 'reusable-content', data: { ref } }];
      const document = { document: { object: 'document', data: {}, nodes } };
      const shows = { changes: [{ operation: 'update_page', page, document }] };
      expect((await api().post(`/v1/spaces/${space}/content`, shows)).status).toBe(200);
      const writer = await writerAt(space, page);
      const shown = textOf(writer).getByRole('region', { name: 'Reusable content: Opening hours' });
      await shown.getByRole('heading', { name: 'At nine' }).waitFor();
      await textOf(author).getByText('We open.').click();
      await author.keyboard.press('End');
      await author.waitForTimeout(500);
      await author.keyboard.type(' Every day.');
      await author.getByLabel('Title', { exact: true }).fill('Hours');
      await isSaved(author);
      await writer.evaluate(() => window.document.dispatchEvent(new Event('visibilitychange')));
      await textOf(writer).getByRole('region', { name: 'Reusable content: Hours' }).waitFor();
      await textOf(writer).getByText('We open. Every day.').waitFor();
      await writer.context().close();
      await author.context().close();
    });

    const content = (title: string, markdown: string) => ({
      changes: [{ operation: 'insert_reusable_content', title, document: { markdown } }],
    });

    it('are inserted by their titles, shown as readers see them, and detached', async () => {
      const { space, page } = await pageOf('One.');
      const other = (await buildSpace(organization, { title: 'Policies' })).id;
      await api().post(`/v1/spaces/${space}/content`, content('Opening hours', 'We **open** at nine.'));
      await api().post(`/v1/spaces/${other}/content`, content('Legal note', 'Ask a lawyer.'));
      const writer = await writerAt(space, page);
      const { keyboard } = writer;
      await newLine(writer);
      await keyboard.type('/reus');
      await keyboard.press('Enter');
      const dialog = writer.getByRole('dialog', { name: 'Reusable content' });
      await dialog.getByText('Policies').waitFor();
      await keyboard.type('open');
      await expect.poll(() => dialog.getByRole('option').count()).toBe(1);
      await expectAccessible(writer);
      await keyboard.press('Enter');
      const shown = textOf(writer).getByRole('region', { name: 'Reusable content: Opening hours' });
      await shown.getByText('We open at nine.').waitFor();
      expect(await shown.locator('strong').textContent()).toBe('open');
      expect(await shown.getByRole('link').getAttribute('href')).toMatch(
        new RegExp(`^/app/s/${space}/~/edit/~/reusable/`),
      );
      await isSaved(writer);
      expect((await blocksOf(space, page)).map(({ type }) => type)).toEqual([
        'paragraph',
        'reusable-content',
      ]);
      await expectAccessible(writer);
      await shown.getByRole('button', { name: 'Detach' }).click();
      await textOf(writer).locator('> p', { hasText: 'We open at nine.' }).waitFor();
      await keyboard.press('Control+z');
      await shown.waitFor();
      await shown.getByRole('button', { name: 'Detach' }).press('Enter');
      await textOf(writer).locator('> p', { hasText: 'We open at nine.' }).waitFor();
      await isSaved(writer);
      expect((await blocksOf(space, page)).map(({ type }) => type)).toEqual(['paragraph', 'paragraph']);
      await newLine(writer);
      await keyboard.type('/reus');
      await keyboard.press('Enter');
      await dialog.getByRole('option', { name: 'Legal note' }).click();
      await textOf(writer).getByText('Ask a lawyer.').waitFor();
      await isSaved(writer);
      expect((await blocksOf(space, page)).at(-1)!.data['ref']).toMatchObject({ space: other });
      await writer.context().close();
    });

    it('are made of selected blocks, in a change request where the space is locked', async () => {
      const { space, page } = await pageOf('One.\n\nTwo.\n\nThree.', { isLocked: true });
      const before = await blocksOf(space, page);
      const writer = await writerAt(space, page);
      const { keyboard } = writer;
      await textOf(writer).getByText('One.').click();
      await keyboard.press('Home');
      await keyboard.press('Shift+ArrowDown');
      await keyboard.press('Shift+End');
      await writer.waitForTimeout(200);
      await keyboard.press('Control+/');
      const menu = writer.getByRole('dialog', { name: 'Block' });
      await menu.getByRole('button', { name: 'Make 2 blocks reusable…' }).press('Enter');
      await keyboard.type('Numbers');
      await expectAccessible(writer);
      await keyboard.press('Enter');
      const shown = textOf(writer).getByRole('region', { name: 'Reusable content: Numbers' });
      await shown.getByText('Two.').waitFor();
      await isSaved(writer);
      const place = '/change-requests/1';
      const after = await blocksOf(space, page, place);
      expect(after.map(({ type }) => type)).toEqual(['reusable-content', 'paragraph']);
      expect(after[1]).toEqual(before[2]);
      expect(await blocksOf(space, page)).toEqual(before);
      const listed = await api().get(`/v1/spaces/${space}${place}/content/reusable-contents`);
      expect(listed.body.items).toMatchObject([{ title: 'Numbers' }]);
      await keyboard.press('Control+z');
      await textOf(writer).locator('> p', { hasText: 'Two.' }).waitFor();
      await writer.context().close();
    });

    it('fit a phone', async () => {
      const { space, page } = await pageOf('One.');
      await api().post(`/v1/spaces/${space}/content`, content('Opening hours of all our shops', 'Nine.'));
      const writer = await writerAt(space, page, { width: 390, touch: true });
      await newLine(writer);
      await writer.keyboard.type('/reus');
      await writer.getByRole('option', { name: 'Reusable content' }).tap();
      await writer.getByRole('option', { name: 'Opening hours of all' }).tap();
      await textOf(writer).getByText('Nine.').waitFor();
      expect(await overflow(writer)).toBe(0);
      await writer.context().close();
    });
  });

  describe('mentions and headings', () => {
    it('name people who may read the space, and pages', async () => {
      const { space, page, hotels } = await pageOf('One.');
      const ann = await organization.member('read');
      const name = ann.email.split('@')[0]!;
      const writer = await writerAt(space, page);
      const { keyboard } = writer;
      await newLine(writer);
      await keyboard.type('Ask a@b.example or @');
      const list = writer.getByRole('listbox', { name: 'People and pages' });
      await list.getByRole('option', { name: 'Hotels' }).waitFor();
      await keyboard.type(name.slice(0, 12));
      await list.getByRole('option', { name: ann.email }).waitFor();
      await expect.poll(() => list.getByRole('option').count()).toBe(1);
      await expectAccessible(writer);
      await keyboard.press('Enter');
      await keyboard.type('at @hot');
      await list.getByRole('option', { name: 'Hotels' }).waitFor();
      await keyboard.press('Tab');
      await keyboard.type('soon.');
      // Both stand in the line as readers see them.
      await textOf(writer).locator('a.mention', { hasText: 'Hotels' }).waitFor();
      await isSaved(writer);
      const line = (await blocksOf(space, page)).at(-1)!;
      expect(line.nodes).toMatchObject([
        { object: 'text', leaves: [{ text: 'Ask a@b.example or ' }] },
        { type: 'mention', isVoid: true, data: { ref: { kind: 'user', user: ann.id } } },
        { object: 'text', leaves: [{ text: ' at ' }] },
        { type: 'mention', data: { ref: { kind: 'page', page: hotels } } },
        { object: 'text', leaves: [{ text: ' soon.' }] },
      ]);
      await writer.context().close();
    });

    it('are targets of links, those of other pages too', async () => {
      const { space, page, hotels } = await pageOf('## Before you go\n\nPack.\n\nSleep.');
      const writer = await writerAt(space, page);
      const { keyboard } = writer;
      const dialog = writer.getByRole('dialog', { name: 'Link' });
      const link = async (word: string) => {
        await textOf(writer).getByText(word).click();
        await keyboard.press('Home');
        await keyboard.press('Shift+End');
        await writer.waitForTimeout(200);
        await keyboard.press('Control+k');
        await dialog.getByRole('option').first().waitFor();
      };
      await link('Pack.');
      await keyboard.type('before');
      await expect.poll(() => dialog.getByRole('option').count()).toBe(1);
      await keyboard.press('Enter');
      await link('Sleep.');
      await keyboard.type('hot');
      await expect.poll(() => dialog.getByRole('option').count()).toBe(1);
      await keyboard.press('ArrowRight');
      await dialog.getByRole('option', { name: 'In town' }).waitFor();
      await expectAccessible(writer);
      await keyboard.type('sea');
      await expect.poll(() => dialog.getByRole('option').count()).toBe(1);
      await keyboard.press('Enter');
      await isSaved(writer);
      expect(await blocksOf(space, page)).toMatchObject([
        {},
        { nodes: [{ type: 'link', data: { ref: { kind: 'anchor', anchor: 'before-you-go' } } }] },
        { nodes: [{ data: { ref: { kind: 'anchor', anchor: 'near-the-sea', page: hotels } } }] },
      ]);
      await writer.context().close();
    });

    it('fit a phone', async () => {
      const { space, page } = await pageOf('One.');
      const writer = await writerAt(space, page, { width: 390, touch: true });
      await newLine(writer);
      await writer.keyboard.type('@');
      await writer.getByRole('option', { name: 'Hotels' }).tap();
      await textOf(writer).locator('a.mention').waitFor();
      expect(await overflow(writer)).toBe(0);
      await writer.context().close();
    });
  });

  describe('pictures', () => {
    /** A page with a picture, 600 pixels wide. */
    async function pageWithPicture() {
      const space = (await buildSpace(organization, { title: 'Handbook' })).id;
      const file = { ref: 'sea', name: 'sea.png', contentType: 'image/png' };
      const { body } = await api().post(`/v1/spaces/${space}/content?compat=false`, {
        changes: [
          {
            operation: 'insert_files',
            files: [
              { ...file, base64: png(600, 300).toString('base64') },
              { ...file, ref: 'night', name: 'night.png', base64: png(600, 200).toString('base64') },
            ],
          },
          {
            operation: 'insert_page',
            title: 'Travel',
            document: { markdown: 'One.\n\n![](ref:sea)\n\nTwo.' },
          },
        ],
      });
      const page = (body.changes as { page?: { id: string } }[]).find((one) => one.page)!.page!.id;
      return { space, page };
    }

    /** Widths of the visible picture in the editor and for readers. */
    async function widths(tab: Page, space: string): Promise<[number, number]> {
      const width = (on: Page, place: string) =>
        on.locator(`${place} .image img:visible`).evaluate((image) => (image as HTMLElement).offsetWidth);
      const reader = await tab.context().newPage();
      await reader.emulateMedia({ colorScheme: 'light' });
      await reader.goto(`${test.baseUrl}/app/s/${space}/travel`);
      const seen = await width(reader, 'main');
      await reader.close();
      return [await width(tab, '.ProseMirror'), seen];
    }
    const imageOf = async (space: string, page: string) =>
      (await blocksOf(space, page))[1]!.nodes![0] as { data: Record<string, unknown>; fragments?: object[] };

    it('get their width by a handle, its keys and a field, as readers see it', async () => {
      const { space, page } = await pageWithPicture();
      const before = await blocksOf(space, page);
      const writer = await writerAt(space, page);
      const figure = textOf(writer).locator('figure.image');
      const handle = figure.getByRole('slider', { name: 'Width of the picture' });
      await expect.poll(() => handle.getAttribute('aria-valuenow')).toBe('600');
      await figure.hover();
      const box = (await handle.boundingBox())!;
      await writer.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await writer.mouse.down();
      await writer.mouse.move(box.x - 100, box.y + 10, { steps: 4 });
      await writer.mouse.up();
      await isSaved(writer);
      const dragged = (await imageOf(space, page)).data['width'] as number;
      expect(dragged).toBeLessThan(420);
      expect(dragged).toBeGreaterThan(360);
      expect(await widths(writer, space)).toEqual([dragged, dragged]);
      await handle.focus();
      await writer.keyboard.press('ArrowLeft');
      await writer.keyboard.press('ArrowLeft');
      await writer.keyboard.press('ArrowRight');
      await expect.poll(() => handle.getAttribute('aria-valuenow')).toBe(String(dragged - 10));
      await expectAccessible(writer);
      await figure.getByRole('button', { name: 'Settings' }).click();
      const dialog = writer.getByRole('dialog', { name: 'Settings' });
      await dialog.getByLabel('Width').fill('50%');
      await dialog.getByLabel('Words in place of the picture').fill('The sea');
      await writer.keyboard.press('Escape');
      await expect.poll(() => handle.getAttribute('aria-valuenow')).toBe('300');
      await writer.waitForTimeout(500);
      await isSaved(writer);
      expect(await imageOf(space, page)).toMatchObject({
        data: { width: { unit: '%', value: 50 }, alt: 'The sea' },
      });
      expect(await widths(writer, space)).toEqual([300, 300]);
      const after = await blocksOf(space, page);
      expect([after[0], after[2]]).toEqual([before[0], before[2]]);
      await writer.context().close();
    });

    it('have another for dark themes, and a caption', async () => {
      const { space, page } = await pageWithPicture();
      const writer = await writerAt(space, page);
      const figure = textOf(writer).locator('figure.image');
      await figure.hover();
      await figure.getByRole('button', { name: 'Settings' }).click();
      const dialog = writer.getByRole('dialog', { name: 'Settings' });
      await dialog.getByRole('combobox', { name: 'Picture for dark themes' }).selectOption('night.png');
      await expectAccessible(writer);
      await expect.poll(() => figure.locator('img:visible').getAttribute('class')).toBe('only-dark');
      expect(
        await figure.locator('img:visible').evaluate((image) => (image as HTMLElement).offsetHeight),
      ).toBe(200);
      await writer.emulateMedia({ colorScheme: 'light' });
      await writer.keyboard.press('Escape');
      await figure.hover();
      await figure.getByRole('button', { name: 'Caption' }).click();
      await writer.keyboard.type('At noon');
      await isSaved(writer);
      const { data, fragments } = await imageOf(space, page);
      expect(data['refDark']).toMatchObject({ kind: 'file' });
      expect(JSON.stringify(fragments)).toContain('At noon');
      await figure.hover();
      await figure.getByRole('button', { name: 'Settings' }).click();
      const picture = { name: 'stars.png', mimeType: 'image/png', buffer: png(600, 100) };
      await dialog.getByLabel('Upload: Picture for dark themes').setInputFiles(picture);
      await expect
        .poll(async () => (await imageOf(space, page)).data['refDark'])
        .not.toEqual(data['refDark']);
      await writer.waitForTimeout(700);
      await isSaved(writer);
      await dialog.getByRole('combobox', { name: 'Picture for dark themes' }).selectOption('The same');
      await expect.poll(async () => (await imageOf(space, page)).data['refDark']).toBeUndefined();
      await writer.context().close();
    });

    it('fit a phone', async () => {
      const { space, page } = await pageWithPicture();
      const writer = await writerAt(space, page, { width: 390, touch: true });
      const handle = textOf(writer).getByRole('slider', { name: 'Width of the picture' });
      await handle.waitFor();
      expect(await overflow(writer)).toBe(0);
      await handle.focus();
      await writer.keyboard.press('ArrowLeft');
      const [own, seen] = await widths(writer, space);
      expect(own).toBeLessThan(358);
      await isSaved(writer);
      expect(seen === own || (await widths(writer, space))[1] === own).toBe(true);
      await writer.context().close();
    });
  });

  describe('blocks as readers see them', () => {
    it('code has its colours, and new ones after a pause', async () => {
      const { space, page } = await pageOf('```js\nlet cost = "high";\n```\n\n```js\nlet b;\n```\n\nOne.');
      const writer = await writerAt(space, page);
      const code = textOf(writer).locator('figure.code').first();
      await expect.poll(() => code.locator('.tk').allTextContents()).toEqual(['let ']);
      expect(await code.locator('.ts').textContent()).toBe('"high"');
      await expect.poll(() => textOf(writer).locator('.tk').count()).toBe(2);
      const before = await blocksOf(space, page);
      await code.locator('code').click();
      await writer.keyboard.press('Control+End');
      await textOf(writer).locator('> p').click();
      await code.locator('.ts').click();
      await writer.keyboard.press('End');
      await writer.waitForTimeout(200);
      await writer.keyboard.type(' const other = 1;');
      await code.locator('.tk', { hasText: 'const' }).waitFor();
      expect(await code.locator('.tn').textContent()).toBe('1');
      await code.getByLabel('Language of the code').fill('');
      await code.getByLabel('Language of the code').press('Tab');
      await expect.poll(() => code.locator('.tk').count()).toBe(0);
      await isSaved(writer);
      const after = await blocksOf(space, page);
      expect(after.slice(1)).toEqual(before.slice(1));
      expect(JSON.stringify(after[0]!.nodes)).toContain('let cost = \\"high\\"; const other = 1;');
      await expectAccessible(writer);
      await writer.context().close();
    });

    it('formulas of a line are drawn, and edited where they stand', async () => {
      const { space, page } = await pageOf('So $$a^2$$ it is.');
      const writer = await writerAt(space, page);
      const formula = textOf(writer).locator('.inline-atom .katex');
      await formula.click();
      const field = writer.getByRole('dialog', { name: 'Settings' }).getByLabel('Formula');
      await expect.poll(() => field.inputValue()).toBe('a^2');
      await field.fill('b^3');
      await writer.keyboard.press('Tab');
      await formula.getByText('b', { exact: true }).first().waitFor();
      await writer.keyboard.press('Escape');
      await isSaved(writer);
      expect(JSON.stringify(await blocksOf(space, page))).toContain('b^3');
      await writer.context().close();
    });

    it('merged cells are one, and the keyboard passes over those that they cover', async () => {
      const cells = '<tr><td rowspan="2">Wide</td><td>One</td></tr><tr><td>Two</td></tr>';
      const { space, page } = await pageOf(
        `<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody>${cells}</tbody></table>\n\nEnd.`,
      );
      const writer = await writerAt(space, page);
      const cell = textOf(writer).locator('td', { hasText: 'Wide' });
      expect(await cell.getAttribute('rowspan')).toBe('2');
      expect(await textOf(writer).locator('td:visible').count()).toBe(3);
      await textOf(writer).getByText('One').click();
      await writer.waitForTimeout(200);
      await writer.keyboard.press('Tab');
      await writer.keyboard.press('End');
      await writer.keyboard.type(' more');
      await textOf(writer).locator('td', { hasText: 'Two more' }).waitFor();
      await isSaved(writer);
      const path = `/v1/spaces/${space}/content/page/${page}?format=markdown`;
      const { markdown } = (await api().get(path)).body;
      expect(markdown).toContain('<td rowspan="2">Wide</td>');
      expect(markdown).toContain('Two more');
      await expectAccessible(writer);
      await writer.context().close();
    });
  });

  describe('menus', () => {
    it('are reached with the keyboard, labelled, and give the focus back', async () => {
      const { space, page } = await pageOf('Zero.\n\nThen.\n\nOne word.\n\nSo $$a^2$$');
      const writer = await writerAt(space, page);
      const { keyboard } = writer;
      writer.setDefaultTimeout(8000);
      const focused = () => writer.evaluate(() => document.activeElement?.className ?? '');
      await newLine(writer);
      await keyboard.type('/formu');
      await keyboard.press('Enter');
      const form = writer.getByRole('dialog', { name: 'Settings' });
      await form.getByLabel('Formula').waitFor();
      await keyboard.type('c^4');
      await keyboard.press('Tab');
      await textOf(writer).locator('.drawn-math .katex').waitFor();
      expect(await form.getByLabel('Formula').evaluate((one) => one === document.activeElement)).toBe(true);
      await keyboard.type(' + 1');
      await keyboard.press('Escape');
      expect(await textOf(writer).locator('.drawn-math .katex').count()).toBe(1);
      await expect.poll(focused).toContain('ProseMirror');
      // The block is selected: its menu has the same field.
      await keyboard.press('Control+/');
      const menu = writer.getByRole('dialog', { name: 'Block' });
      await menu.getByLabel('Formula').waitFor();
      await expect
        .poll(() => menu.getByLabel('Turn into').evaluate((one) => one === document.activeElement))
        .toBe(true);
      await keyboard.press('Escape');
      await menu.waitFor({ state: 'hidden' });
      await expect.poll(focused).toContain('ProseMirror');
      await textOf(writer).getByText('One word.').click();
      await keyboard.press('Home');
      await keyboard.press('Control+Shift+ArrowRight');
      const bar = writer.getByRole('toolbar', { name: 'Text' });
      await bar.waitFor();
      await expectAccessible(writer);
      await keyboard.press('Alt+F10');
      await keyboard.press('Tab');
      await keyboard.press('Enter');
      await expect.poll(focused).toContain('ProseMirror');
      expect(await textOf(writer).locator('strong').textContent()).toMatch(/^One ?$/);
      await keyboard.press('Alt+F10');
      await keyboard.press('Escape');
      await expect.poll(focused).toContain('ProseMirror');
      await isSaved(writer);
      await writer.context().close();
    });

    it('fit a phone', async () => {
      const { space, page } = await pageOf('One.\n\n| A | B |\n| --- | --- |\n| c | d |\n\nTwo.');
      const writer = await writerAt(space, page, { width: 390, touch: true });
      await newLine(writer);
      await writer.keyboard.type('/');
      await writer.getByRole('listbox', { name: 'Blocks' }).waitFor();
      expect(await overflow(writer)).toBe(0);
      await writer.keyboard.press('Escape');
      await writer.keyboard.press('Control+/');
      await writer.getByRole('dialog', { name: 'Block' }).waitFor();
      expect(await overflow(writer)).toBe(0);
      await writer.keyboard.press('Escape');
      await textOf(writer).getByText('c', { exact: true }).tap();
      const bar = writer.getByRole('toolbar', { name: 'Table' });
      await bar.waitFor();
      expect(await overflow(writer)).toBe(0);
      await bar.getByRole('button', { name: 'Row below' }).tap();
      await expect.poll(() => textOf(writer).locator('tr').count()).toBe(3);
      await writer.context().close();
    });
  });
});
