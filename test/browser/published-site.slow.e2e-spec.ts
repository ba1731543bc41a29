import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pagesByFile } from '../support/archive.js';
import {
  accessibilityProblems,
  findBrowser,
  leaveBrowser,
  shareBrowser,
  openReader,
  overflow,
  type Reader,
  type ReaderOptions,
} from '../support/browser.js';
import { openChangeRequest, writePage } from '../support/change-requests.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { publishFolder, type PublishedSite } from '../support/published-site.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';

const hasBrowser = findBrowser() !== undefined;
if (!hasBrowser)
  process.stderr.write('Browser tests are skipped: no Chromium was found. CHROME_PATH says where one is.\n');

const PATHS = ['', 'guides/start', 'guides/start/details', 'guides/finish', 'quiet'];

describe.skipIf(!hasBrowser)('a published site in a browser', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let site: PublishedSite;
  let browser: Browser;
  const readers: Reader[] = [];

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    site = await publishFolder(test, organization);
    browser = await shareBrowser();
  });
  afterAll(async () => {
    for (const reader of readers) await reader.close();
    await leaveBrowser(browser);
    await test?.close();
  });

  const open = async (path: string, options?: ReaderOptions): Promise<Reader> => {
    const reader = await openReader(browser, options);
    readers.push(reader);
    await reader.page.goto(site.url + path);
    if (options?.scripts !== false) await reader.page.waitForSelector('html.is-ready');
    return reader;
  };
  const title = (page: Page) => page.locator('h1').innerText();
  const focused = (page: Page) =>
    page.evaluate<string>('document.activeElement.id || document.activeElement.innerText');

  it('opens every page without errors, at every width, with one h1', async () => {
    const { page, problems } = await open('');
    for (const path of PATHS) {
      await page.goto(site.url + path);
      expect(await page.locator('h1').count(), path).toBe(1);
      for (const width of [360, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    expect(problems).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('meets WCAG AA in the %s theme', async (theme) => {
    const { page } = await open('', { theme });
    for (const path of ['', 'guides/start', 'nowhere']) {
      await page.goto(site.url + path);
      expect(await accessibilityProblems(page), path).toEqual([]);
    }
    await page.goto(`${site.url}guides/start`);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('is navigated by the tree, by previous and next links, and by breadcrumbs', async () => {
    const { page } = await open('');
    const tree = page.getByRole('navigation', { name: 'Pages', exact: true });
    await tree.getByRole('link', { name: 'Start' }).click();
    await expect.poll(() => title(page)).toBe('Start');
    await expect.poll(() => tree.locator('[aria-current=page]').innerText()).toBe('Start');
    await page.locator('a[rel=next]').click();
    await expect.poll(() => title(page)).toBe('Details');
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Start' }).click();
    await expect.poll(() => title(page)).toBe('Start');
    await page.locator('a[rel=prev]').click();
    await expect.poll(() => title(page)).toBe('Welcome');
    expect(await tree.innerText()).not.toContain('Quiet');
    await page.getByRole('link', { name: 'the quiet page' }).click();
    await expect.poll(() => title(page)).toBe('Quiet');
  });

  it('shows images, and the description of a lost image', async () => {
    const { page } = await open('');
    const image = page.getByRole('img', { name: 'A red dot' });
    await image.scrollIntoViewIfNeeded();
    await expect
      .poll(() => image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(1);
    expect(await page.locator('.missing').innerText()).toBe('A lost picture');
  });

  it('scrolls to the anchor in an address, marks it in the outline and copies its link', async () => {
    const { page } = await open('');
    await page.getByRole('link', { name: 'a part of it' }).click();
    const heading = page.getByRole('heading', { name: 'Second part' });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200);
    expect((await heading.boundingBox())?.y).toBeGreaterThan(50);
    const current = page.locator('.outline-inner [aria-current]');
    await expect.poll(() => current.innerText()).toBe('Second part');
    await page.evaluate('scrollTo(0, 0)');
    await expect.poll(() => current.innerText()).toBe('First part');
    await page.getByRole('heading', { name: 'First part' }).hover();
    await page.locator('a[href="#first-part"].anchor').click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toBe(`${site.url}guides/start#first-part`);
  });

  it('finds an anchor that another tool spells differently', async () => {
    const { page } = await open('guides/start#id-2nd.part');
    const heading = page.getByRole('heading', { name: '2nd part' });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(700);
  });

  it('copies code blocks unchanged', async () => {
    const { page } = await open('guides/start');
    await page.getByRole('button', { name: 'Copy code' }).first().click();
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
      .toContain("const words = ['hello', 'there'];");
  });

  it('switches tabs by mouse and keyboard, and unfolds expandable blocks', async () => {
    const { page } = await open('guides/start');
    const panel = (name: string) => page.getByRole('tabpanel', { name });
    await page.getByRole('tab', { name: 'pnpm (faster)' }).click();
    expect(await panel('pnpm').innerText()).toContain('pnpm install');
    const other = page.getByText('npm ci', { exact: true }).first();
    await expect.poll(() => other.isVisible()).toBe(false);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('tab', { name: 'npm', exact: true, selected: true }).waitFor();
    await expect.poll(() => focused(page)).toContain('tab');
    await other.waitFor();
    await page.getByText('More of it').click();
    await page.getByText('Unfolded words.').waitFor();
  });

  it('keeps the theme that the reader chose', async () => {
    const { page } = await open('');
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(ground).not.toBe('rgb(255, 255, 255)');
    const dark = await ground();
    await page.reload();
    await expect.poll(ground).toBe(dark);
    expect(await page.getByRole('button', { name: 'Dark' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('has a menu on narrow screens that takes and gives back the focus', async () => {
    const { page } = await open('guides/start', { width: 360 });
    const tree = page.getByRole('navigation', { name: 'Pages', exact: true });
    expect(await tree.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await tree.waitFor();
    await expect.poll(() => focused(page)).toBe('Start');
    await page.keyboard.press('Escape');
    await expect.poll(() => tree.isVisible()).toBe(false);
    await expect.poll(() => page.evaluate('document.activeElement.hasAttribute("data-menu")')).toBe(true);
    await page.keyboard.press('Enter');
    await tree.getByRole('link', { name: 'Finish' }).click();
    await expect.poll(() => title(page)).toBe('Finish');
    await expect.poll(() => tree.isVisible()).toBe(false);
  });

  it('lets the keyboard skip to the content', async () => {
    const { page } = await open('');
    await page.keyboard.press('Tab');
    const link = page.getByRole('link', { name: 'Skip to content' });
    await expect.poll(async () => (await link.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toMatch(/^bdy-main/);
  });

  it('shows the tree of pages at an unknown address', async () => {
    const { page } = await open('nowhere');
    await expect.poll(() => title(page)).toBe('Page not found');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Finish' }).click();
    await expect.poll(() => title(page)).toBe('Finish');
  });

  it('is complete without scripts', async () => {
    const { page } = await open('guides/start', { scripts: false, width: 360 });
    expect(await page.getByText('npm ci').isVisible()).toBe(true);
    expect(await page.getByText('pnpm install').isVisible()).toBe(true);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    await page
      .getByRole('navigation', { name: 'Pages', exact: true })
      .getByRole('link', { name: 'Finish' })
      .click();
    await expect.poll(() => title(page)).toBe('Finish');
  });

  it('shows a merge on the next view', async () => {
    const { admin } = organization;
    const { page } = await open('guides/finish');
    const id = (await pagesByFile(admin, site.space)).get('guides/finish.md')?.id ?? '';
    const change = await openChangeRequest(admin, site.space, { subject: 'A better end' });
    await writePage(admin, change.path, id, 'A much better end.');
    await page.reload();
    expect(await page.locator('main').innerText()).toContain('The end.');
    expect((await admin.api.post(`${change.path}/merge`)).status).toBe(200);
    await page.reload();
    expect(await page.locator('main').innerText()).toContain('A much better end.');
  });
});
