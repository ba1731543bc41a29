import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  contrastProblems,
  findBrowser,
  leaveBrowser,
  overflow,
  type ReaderOptions,
  shareBrowser,
} from '../support/browser.js';
import { openEditor } from '../support/editor-tab.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe.skipIf(findBrowser() === undefined)('Settings of pages, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;
  let space: string;
  let pages: string[];

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });
  beforeEach(async () => {
    space = (await buildSpace(organization, { title: 'Handbook' })).id;
    pages = await buildPages(organization.admin, space, [
      { title: 'Travel', markdown: 'Words.' },
      { title: 'Hotels' },
    ]);
  });

  const api = () => organization.admin.api;
  const read = async (id: string, place = '') =>
    (await api().get(`/v1/spaces/${space}${place}/content/page/${id}`)).body;

  async function writer(options: ReaderOptions = {}): Promise<Page> {
    const { token } = organization.admin;
    const page = await openEditor(test, browser, token, `/app/s/${space}/~/edit`, options);
    await page.locator('.page-tree-row').first().waitFor({ state: 'attached' });
    return page;
  }

  it('sets what a page has, and nothing else', async () => {
    const page = await writer();
    await page.getByRole('button', { name: 'Page settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings of “Travel”' });
    await dialog.getByLabel('Path').fill('trips');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('How we travel.');
    await dialog.getByLabel('Icon', { exact: true }).fill('plane');
    await dialog.getByRole('button', { name: 'plane', exact: true }).click();
    await dialog.getByLabel('Wide page').check();
    await dialog.getByLabel('Outline').uncheck();
    await dialog.getByLabel('Leave out of the search').check();
    await dialog.getByLabel('Name of variable 1').fill('days');
    await dialog.getByLabel('Value of variable 1').fill('three');
    const picture = { name: 'sea.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') };
    await dialog.getByLabel('Upload: Cover', { exact: true }).setInputFiles(picture);
    await dialog.getByLabel('Position').focus();
    await page.keyboard.press('ArrowRight');
    await dialog.getByLabel('Condition').fill('visitor.claims.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Condition').fill('visitor.claims.isBeta');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await read(pages[0]!)).toMatchObject({
      ...{ title: 'Travel', slug: 'trips', description: 'How we travel.', icon: 'plane' },
      ...{ noIndex: true, condition: 'visitor.claims.isBeta', variables: { days: 'three' } },
      layout: { width: 'wide', outline: false, title: true },
      cover: { ref: { kind: 'file' }, yPos: -2 },
    });
    // The tree shows the icon as readers see it.
    const [outline] = (await api().get('/v1/icons', { query: { names: 'plane' } })).body.items[0].svg.match(
      / d="[^"]+"/,
    );
    await expect
      .poll(() => page.locator('.page-tree-row').filter({ hasText: 'Travel' }).innerHTML())
      .toContain(outline);
    // The words above the text are those of the settings.
    await expect
      .poll(() => page.getByLabel('Description', { exact: true }).inputValue())
      .toBe('How we travel.');
    await page.context().close();
  });

  it('refuses a word in the field of the emoji, and saves an emoji', async () => {
    const page = await writer();
    await page.getByRole('button', { name: 'Page settings' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Emoji').fill('rocket');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').filter({ hasText: '“rocket” is no emoji.' }).waitFor();
    await dialog.getByLabel('Emoji').fill('🚀');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await read(pages[0]!)).toMatchObject({ emoji: '🚀' });
    await page.context().close();
  });

  it('sets the tags of a page by keyboard, and shows them again', async () => {
    const insert = (label: string, emoji?: string) => ({
      operation: 'insert_tag',
      label,
      color: 'green',
      emoji,
    });
    const made = await api().post(
      `/v1/spaces/${space}/content`,
      { changes: [insert('New', '🚀'), insert('Beta'), insert('Old')] },
      { query: { compat: false } },
    );
    expect([made.status, made.text]).toEqual([200, expect.any(String)]);
    const page = await writer();
    const open = async () => {
      await page.getByRole('button', { name: 'Page settings' }).click();
      return page.getByRole('dialog', { name: 'Settings of “Travel”' }).getByRole('group', { name: 'Tags' });
    };
    const field = await open();
    await field.getByRole('checkbox', { name: 'Beta' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await field.getByLabel('Main tag').selectOption('New');
    await page.getByRole('button', { name: 'Save' }).click();
    await field.waitFor({ state: 'detached' });
    const { tags } = await read(pages[0]!);
    expect(tags).toEqual([
      { tag: { kind: 'tag', tag: 'beta' } },
      { tag: { kind: 'tag', tag: 'new' }, primary: true },
    ]);
    const again = await open();
    await expect.poll(() => again.getByRole('checkbox', { name: 'Beta' }).isChecked()).toBe(true);
    expect(await again.getByLabel('Main tag').inputValue()).toBe('new');
    await again.getByRole('checkbox', { name: 'New' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await again.waitFor({ state: 'detached' });
    expect((await read(pages[0]!)).tags).toEqual([{ tag: { kind: 'tag', tag: 'beta' } }]);
    await page.context().close();
  });

  it('opens a change request for the settings of another page in a locked space', async () => {
    await api().patch(`/v1/spaces/${space}`, { editMode: 'locked' });
    const page = await writer();
    await page.getByLabel('Actions for Hotels').selectOption('settings');
    const dialog = page.getByRole('dialog', { name: 'Settings of “Hotels”' });
    await dialog.getByLabel('Hide from the page tree').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.page-tree-row.is-hidden').filter({ hasText: 'Hotels' }).waitFor();
    expect(await read(pages[1]!, '/change-requests/1')).toMatchObject({ hidden: true });
    expect(await read(pages[1]!)).not.toHaveProperty('hidden');
    await page.context().close();
  });

  it('filters the tree, and adds links that can be changed', async () => {
    const page = await writer();
    const rows = page.locator('.page-tree-row');
    await page.getByLabel('Filter the pages').fill('hot');
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('Filter the pages').fill('');
    await page.getByRole('button', { name: '+ Link' }).click();
    await page.keyboard.type('Shop');
    await page.keyboard.press('Tab');
    await page.keyboard.type('https://example.com/');
    await page.keyboard.press('Enter');
    await rows.filter({ hasText: 'Shop' }).waitFor();
    await page.getByLabel('Actions for Shop').selectOption('settings');
    const dialog = page.getByRole('dialog', { name: 'Settings of “Shop”' });
    await dialog.getByLabel('Address').fill('https://example.org/');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { body } = await api().get(`/v1/spaces/${space}/content/pages`);
    expect(body.pages.at(-1)).toMatchObject({ type: 'link', title: 'Shop', href: 'https://example.org/' });
    await page.context().close();
  });

  it('works on a phone, and with a screen reader, in both themes', async () => {
    const phone = await writer({ width: 390, touch: true });
    await phone.getByRole('button', { name: 'Page settings' }).tap();
    await phone.getByRole('dialog').waitFor();
    await phone.getByLabel('Icon', { exact: true }).tap();
    await phone.locator('.page-settings-icons button').first().waitFor();
    expect(await overflow(phone)).toBe(0);
    await phone.emulateMedia({ colorScheme: 'light' });
    expect(await accessibilityProblems(phone)).toEqual([]);
    await phone.emulateMedia({ colorScheme: 'dark' });
    expect(await contrastProblems(phone)).toEqual([]);
    if (process.env['SHOTS']) await phone.screenshot({ path: '/tmp/pages-phone.png' });
    await phone.context().close();
  });
});
