import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  contrastProblems,
  findBrowser,
  leaveBrowser,
  shareBrowser,
  openReader,
  overflow,
  type Reader,
  type ReaderOptions,
} from '../support/browser.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { INTERACTIVE_FILES, INTERACTIVE_SPEC } from '../support/interactive-site.js';
import { buildSpec } from '../support/openapi.js';
import { publishFolder, type PublishedSite } from '../support/published-site.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';

const hasBrowser = findBrowser() !== undefined;
if (!hasBrowser)
  process.stderr.write('Browser tests are skipped: no Chromium was found. CHROME_PATH says where one is.\n');

const KINDS = {
  home: '',
  blocks: 'blocks',
  media: 'media',
  reference: 'reference',
  search: '~search/page?q=elephants',
  nothing: 'nowhere',
};
const MOST_BYTES = 120_000;
const MOST_SHIFT = 0.05;

describe.skipIf(!hasBrowser)('a published site in use by a reader', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let site: PublishedSite;
  let browser: Browser;
  const readers: Reader[] = [];

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    await buildSpec(test, organization, 'pets', INTERACTIVE_SPEC(test.baseUrl));
    site = await publishFolder(test, organization, INTERACTIVE_FILES);
    browser = await shareBrowser();
  });
  // An open page keeps the processor busy.
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.close();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test?.close();
  });

  const open = async (path: string, options?: ReaderOptions): Promise<Reader> => {
    const reader = await openReader(browser, options);
    readers.push(reader);
    await reader.page.addInitScript(SHIFT_METER);
    await reader.page.goto(site.url + path);
    return reader;
  };
  const title = (page: Page) => page.locator('h1').innerText();
  const isReady = (page: Page) => page.waitForSelector('html.is-ready');
  /** Types, and waits for what the whole of it finds: each part that was typed slowly finds pages, too. */
  const search = async (page: Page, query: string) => {
    const answer = page.waitForResponse(
      (response) => new URL(response.url()).searchParams.get('q') === query,
    );
    await page.keyboard.type(query);
    await answer;
    await page.locator('#bdy-hits:not([aria-busy])').waitFor();
  };

  it.each(Object.entries(KINDS))('keeps its budgets on pages of the kind %s', async (name, path) => {
    const reader = await openReader(browser);
    readers.push(reader);
    const { page } = reader;
    let bytes = 0;
    const foreign: string[] = [];
    const sizes: Promise<void>[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(test.baseUrl) && !request.url().startsWith('data:'))
        foreign.push(request.url());
    });
    page.on('requestfinished', (request) => {
      const counts = ['document', 'script', 'stylesheet'].includes(request.resourceType());
      // Only pages with diagrams load what draws them.
      if (!counts || request.url().endsWith('/mermaid.js')) return;
      sizes.push(request.sizes().then(({ responseBodySize }) => void (bytes += responseBodySize)));
    });
    await page.addInitScript(SHIFT_METER);
    await page.goto(site.url + path);
    await isReady(page);
    if (name === 'blocks') await page.waitForSelector('.diagram-drawing svg');
    await Promise.all(sizes);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(await page.evaluate<number>('window.layoutShift')).toBeLessThanOrEqual(MOST_SHIFT);
    expect(foreign).toEqual([]);
    // This page is meant to be a 404.
    expect(reader.problems.filter((problem) => !/\b404\b/.test(problem))).toEqual([]);
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      const problems = theme === 'light' ? accessibilityProblems(page) : contrastProblems(page);
      expect(await problems, theme).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

  it('lets the keyboard reach every control', async () => {
    const { page } = await open('blocks');
    await isReady(page);
    await page.waitForSelector('.sort');
    const wanted = await page.evaluate<number>(`${MARK_INTERACTIVE}`);
    expect(wanted).toBeGreaterThan(20);
    for (let i = 0; i < wanted * 3; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate<boolean>(NOTE_FOCUS)) break;
    }
    expect(await page.evaluate<string[]>(LEFT_OUT)).toEqual([]);
  });

  it('changes pages without a reload, and keeps history, focus and announcements', async () => {
    const { page, problems } = await open('');
    await isReady(page);
    await page.evaluate('window.isSame = true; scrollTo(0, 300)');
    const tree = page.getByRole('navigation', { name: 'Pages', exact: true });
    await tree.getByRole('link', { name: 'Second' }).click();
    await expect.poll(() => title(page)).toBe('Second');
    await expect
      .poll(() => page.evaluate('[window.isSame, scrollY, document.title, document.activeElement.tagName]'))
      .toEqual([true, 0, 'Second | My docs', 'H1']);
    await expect.poll(() => page.url()).toBe(`${site.url}second`);
    await expect.poll(() => page.locator('#bdy-announcements').innerText()).toContain('Second');
    expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/second$/);
    await page.goBack();
    await expect.poll(() => title(page)).toBe('Welcome');
    await expect.poll(() => page.evaluate('scrollY')).toBe(300);
    // A link into a fold of another page opens it.
    await page.getByRole('link', { name: 'hidden part' }).click();
    await expect.poll(() => page.getByText('Words in a fold.').isVisible()).toBe(true);
    expect(await page.evaluate('window.isSame')).toBe(true);
    expect(problems).toEqual([]);
  });

  it('leaves clicks with a modifier key, and links to pages of another policy, to the browser', async () => {
    const { page } = await open('');
    await isReady(page);
    await page.evaluate('window.isSame = true');
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page
        .getByRole('navigation', { name: 'Pages' })
        .getByRole('link', { name: 'Second' })
        .click({ modifiers: ['Control'] }),
    ]);
    await opened.close();
    expect(await title(page)).toBe('Welcome');
    // Its policy is another one: it allows frames.
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Media' }).click();
    await expect.poll(() => title(page)).toBe('Media');
    expect(await page.evaluate('window.isSame')).toBeUndefined();
  });

  it('fetches a page before it is clicked, unless the reader saves data', async () => {
    const { page } = await open('');
    await isReady(page);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(`${request.resourceType()} ${request.url()}`));
    const link = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Second' });
    await link.hover();
    await expect.poll(() => fetched).toContain(`fetch ${site.url}second`);
    await page.evaluate("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })");
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Blocks' }).hover();
    await page.mouse.move(0, 0);
    expect(fetched.filter((entry) => entry.endsWith('/blocks'))).toEqual([]);
  });

  it('searches while the reader types, by keyboard alone', async () => {
    const { page } = await open('');
    const counted: { type: string; query?: string }[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/~insights')) counted.push(request.postDataJSON());
    });
    const searches = () => counted.flatMap(({ query }) => query ?? []);
    await isReady(page);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox');
    await expect.poll(() => field.isVisible()).toBe(true);
    await search(page, 'eleph');
    const options = page.getByRole('option');
    expect(await options.count()).toBeGreaterThan(1);
    expect(await page.locator('.search-dialog mark').first().innerText()).toMatch(/^elephants/i);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    const active = await field.getAttribute('aria-activedescendant');
    expect(await page.locator(`#${active}`).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await expect.poll(() => title(page)).toBe('Second');
    await expect.poll(() => page.url()).toContain('#');
    await expect.poll(searches).toEqual(['eleph']);
    await page.keyboard.press('/');
    await expect.poll(() => field.isVisible()).toBe(true);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect.poll(() => options.first().innerText()).toBe('eleph');
    await page.keyboard.type('zzzzqq');
    await expect.poll(() => page.locator('.search-status').innerText()).toContain('zzzzqq');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.search-dialog').isVisible()).toBe(false);
    await expect.poll(searches).toEqual(['eleph', 'zzzzqq']);
  });

  it.each([
    ['by a click', 'blocks', 1280],
    // Its content security policy differs from that of the search page: going there is a full load.
    ['by a click on a page that allows frames', 'media', 1280],
    ['by a touch', 'blocks', 390],
    ['by a touch on a page that allows frames', 'media', 390],
  ])('opens the search dialog %s, and stays on the page', async (_, path, width) => {
    const { page, problems } = await open(path, { width, touch: width < 600 });
    await isReady(page);
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.evaluate('window.isSame = true');
    const link = page.locator('[data-search]');
    if (width < 600) await link.tap();
    else {
      await link.hover();
      // Longer than a link is hovered over before its page is fetched.
      await page.waitForTimeout(150);
      await link.click();
    }
    const dialog = page.locator('.search-dialog');
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await page.keyboard.type('elephants');
    await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.isVisible()).toBe(false);
    expect(page.url()).toBe(site.url + path);
    expect(await page.evaluate('[window.isSame, document.querySelector("h1").innerText]')).toEqual([
      true,
      path === 'blocks' ? 'Blocks' : 'Media',
    ]);
    expect(fetched.filter((url) => url.includes('~search/page'))).toEqual([]);
    expect(problems).toEqual([]);
  });

  it('scrolls at once to the anchor in its address', async () => {
    const { page } = await open('#after');
    await isReady(page);
    expect(await page.evaluate("document.getElementById('after').getBoundingClientRect().top")).toBeLessThan(
      200,
    );
  });

  it('reports that search does not answer', async () => {
    const { page } = await open('');
    await isReady(page);
    await page.route('**/~search?*', (route) => route.abort());
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type('elephants');
    await expect.poll(() => page.locator('.search-status').innerText()).toContain('not available');
  });

  it('searches for text that was typed while the search dialog was loading', async () => {
    const { page } = await open('');
    await isReady(page);
    let arrive = (): void => undefined;
    const isTyped = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/search-dialog*.js', async (route) => {
      await isTyped;
      await route.continue();
    });
    await page.keyboard.press('/');
    await page.keyboard.type('elephants');
    arrive();
    const input = page.getByRole('combobox');
    await expect.poll(() => input.inputValue()).toBe('elephants');
    await page.keyboard.press('Backspace');
    await expect.poll(() => input.inputValue()).toBe('elephant');
  });

  it('can be searched without scripts', async () => {
    const { page } = await open('', { scripts: false });
    await page.getByRole('link', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('elephants');
    await page.keyboard.press('Enter');
    expect(await page.getByRole('status').innerText()).toMatch(/^Pages found: \d+$/);
    await page.getByRole('main').getByRole('link', { name: 'Second' }).first().click();
    expect(await title(page)).toBe('Second');
  });

  it('switches tabs of the same title together and remembers the choice on other pages', async () => {
    const { page } = await open('blocks');
    await isReady(page);
    await page.getByRole('tab', { name: 'Python' }).first().click();
    await expect.poll(() => page.getByRole('tab', { name: 'Python', selected: true }).count()).toBe(2);
    const list = "document.querySelector('[role=tablist]')";
    expect(await page.evaluate(`${list}.scrollHeight - ${list}.clientHeight`)).toBe(0);
    await page.goto(`${site.url}second`);
    await isReady(page);
    await page.getByText('print("second")').waitFor();
  });

  it('sorts and filters long tables', async () => {
    const { page } = await open('blocks');
    const sizes = page.getByRole('button', { name: 'Size' });
    const first = () => page.locator('[data-table] tbody tr:visible').first().innerText();
    await sizes.click();
    await expect.poll(first).toContain('smallest');
    await sizes.click();
    await expect.poll(first).toContain('largest');
    await page.getByRole('searchbox', { name: 'Filter this table' }).fill('SMALL');
    await expect.poll(() => page.locator('[data-table] tbody tr:visible').count()).toBe(1);
    await expect.poll(() => page.locator('.table-count').innerText()).toBe('1 of 13 rows');
  });

  it('draws diagrams in the colours of the page, and shows the source of a diagram that it cannot draw', async () => {
    const { page, problems } = await open('blocks');
    await page.waitForSelector('.diagram-drawing svg');
    expect(await page.locator('.diagram-drawing svg').textContent()).toContain('Writer');
    const light = await page.locator('.diagram-drawing svg').innerHTML();
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect.poll(() => page.locator('.diagram-drawing svg').innerHTML()).not.toBe(light);
    await page.getByText('this is no diagram').waitFor();
    expect(problems).toEqual([]);
  });

  it('loads content of other sites only on request, in a sandbox', async () => {
    const { page, problems } = await open('media');
    await isReady(page);
    expect(await page.locator('iframe').count()).toBe(0);
    await page.getByRole('button', { name: /Load content from youtube/ }).click();
    const frame = page.locator('iframe');
    expect(await frame.getAttribute('src')).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation');
    // It goes there; without a network it gets no further.
    expect(problems.filter((problem) => problem.includes('Security Policy'))).toEqual([]);
  });

  it('enlarges images', async () => {
    const { page } = await open('media');
    const image = page.getByRole('img', { name: 'A wide picture' });
    await image.scrollIntoViewIfNeeded();
    const button = page.getByRole('button', { name: 'Enlarge image: A wide picture' });
    await expect.poll(() => button.count()).toBe(1);
    await button.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.zoom-dialog').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.zoom-dialog').count()).toBe(0);
  });

  it('sends documented requests to the documented server only', async () => {
    const { page } = await open('reference');
    await isReady(page);
    await page.getByRole('button', { name: 'Try it' }).first().click();
    const form = page.locator('.try-form');
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect.poll(() => form.getByRole('status').innerText()).toContain('id');
    await form.getByLabel('id *').fill('1');
    await form.getByLabel('Token').fill('none');
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect.poll(() => form.getByRole('status').innerText()).toMatch(/^401 /);
    expect(await form.locator('pre').innerText()).toContain('"code": 401');
    expect(
      await page.evaluate("fetch('https://elsewhere.test/').then(() => 'sent', () => 'held back')"),
    ).toBe('held back');
    await form.getByLabel('Server').selectOption('http://127.0.0.1:9/');
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect.poll(() => form.getByRole('status').innerText()).toContain('CORS');
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.includes("secret"))')).toEqual(
      [],
    );
  });

  it('copies the page as Markdown', async () => {
    const { page } = await open('second');
    await isReady(page);
    await page.locator('.page-actions summary').click();
    await page.getByRole('button', { name: 'Copy page as Markdown' }).click();
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain('# Second');
  });
});

/** Adds up what moves without having been asked to. */
const SHIFT_METER = `window.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

/** Everything on the page that acts and is to be seen, apart from tabs that arrow keys reach. */
const MARK_INTERACTIVE = `(() => {
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0 && !one.disabled,
  );
  window.left = new Set(all);
  return all.length;
})()`;
const NOTE_FOCUS = `(() => {
  window.left.delete(document.activeElement);
  return window.left.size === 0;
})()`;
const LEFT_OUT = `[...window.left].map((one) => one.outerHTML.slice(0, 120))`;
