import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  contrastProblems,
  findBrowser,
  leaveBrowser,
  openReader,
  overflow,
  shareBrowser,
} from '../support/browser.js';
import { openChangeRequest, readPage, writePage } from '../support/change-requests.js';
import { postComment } from '../support/comments.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from '../support/factories.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';

const OLD = 'Download the archive.\n\nIt is small, and it is safe.';
const NEW = 'Download the archive.\n\nIt is big, but it is safe, and it is fast.';

describe.skipIf(findBrowser() === undefined)('Comments on words in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;
  let reviewer: TestUser;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    reviewer = await organization.member('review');
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  async function signIn(user: TestUser, width = 1440) {
    const reader = await openReader(browser, { width });
    await reader.page.request.post(`${test.baseUrl}/app/sign-in`, { form: { token: user.token, next: '' } });
    return reader;
  }

  async function expectGood(page: Page, part: string): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.evaluate('scrollTo(0, 0)');
    expect(await overflow(page), part).toBe(0);
    expect(await accessibilityProblems(page), part).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await contrastProblems(page), part).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }

  /** The words as the mouse selects them: from the middle of the first letter on the left to that of the last. */
  async function selectWithMouse(page: Page, block: string, words: string): Promise<void> {
    const place = (await page.evaluate(
      `(() => {
        const walker = document.createTreeWalker(document.querySelector(${JSON.stringify(block)}), NodeFilter.SHOW_TEXT);
        for (let node; (node = walker.nextNode()); ) {
          const at = node.data.indexOf(${JSON.stringify(words)});
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + ${words.length});
          range.startContainer.parentElement.scrollIntoView({ block: 'center' });
          const { left, right, top, height } = range.getBoundingClientRect();
          return { left, right, y: top + height / 2 };
        }
      })()`,
    )) as { left: number; right: number; y: number };
    await page.mouse.move(place.left, place.y);
    await page.mouse.down();
    await page.mouse.move(place.right, place.y, { steps: 5 });
    await page.mouse.up();
  }

  it('words are selected, commented on, marked, and gone', async () => {
    const { admin } = organization;
    const { id: spaceId } = await buildSpace(organization);
    const [page = ''] = await buildPages(admin, spaceId, [{ title: 'Install', markdown: OLD }]);
    const request = await openChangeRequest(admin, spaceId, { subject: 'Mine' });
    await writePage(admin, request.path, page, NEW);
    const address = `${test.baseUrl}/app/s/${spaceId}/~/changes/1/~/review/changes`;
    const { page: r, problems, close } = await signIn(reviewer);
    await r.goto(address);
    const pick = r.getByRole('button', { name: 'Comment on these words' });
    expect(await pick.isVisible()).toBe(false);
    await selectWithMouse(r, '.review-block .content', 'it is fast');
    await pick.click();
    expect(await r.getByLabel('Words it is about').first().inputValue()).toBe('it is fast');
    await expectGood(r, 'form at 1440');
    await r.keyboard.type('How fast?');
    await r.getByRole('button', { name: 'Comment', exact: true }).first().click();
    await r.getByText('Your comment is posted.').waitFor();
    expect((await r.locator('.review-block mark').allInnerTexts()).join('')).toBe('it is fast');
    const { items } = (await admin.api.get(`${request.path}/comments`)).body as {
      items: { target: { quote: object } }[];
    };
    expect(items[0]!.target.quote).toMatchObject({
      exact: 'it is fast',
      prefix: 'It is big, but it is safe, and ',
      suffix: '.',
    });
    await expectGood(r, 'marked at 1440');
    await r.setViewportSize({ width: 390, height: 800 });
    await expectGood(r, 'marked at 390');

    await writePage(admin, request.path, page, NEW.replace('fast', 'quick'));
    await r.goto(address);
    await r.getByText('The words have changed since.').waitFor();
    expect(await r.locator('.review-block mark').count()).toBe(0);
    await expectGood(r, 'gone at 390');
    expect(problems).toEqual([]);
    await close();
  });

  it('a writer sees the threads of a page, and begins one on selected words', async () => {
    const { admin } = organization;
    const { id: spaceId } = await buildSpace(organization);
    const [page = ''] = await buildPages(admin, spaceId, [{ title: 'Install', markdown: OLD }]);
    const request = await openChangeRequest(admin, spaceId, { subject: 'Mine' });
    const { body } = await admin.api.get(`${request.path}/content/page/${page}`, {
      query: { format: 'document' },
    });
    const [first, second] = (body as { document: { nodes: { key: string }[] } }).document.nodes;
    const quote = { exact: 'the archive' };
    const thread = await postComment(reviewer, request.path, 'Which?', { page, node: first!.key, quote });
    const onBlock = await postComment(reviewer, request.path, 'Sure?', { page, node: second!.key });
    const { page: w, problems, close } = await signIn(admin);
    await w.goto(`${test.baseUrl}/app/s/${spaceId}/~/changes/1/~/edit/${page}`);
    await w.locator('.ProseMirror .has-thread').waitFor();
    expect(await w.locator('.ProseMirror .has-thread').allInnerTexts()).toEqual(['the archive']);
    expect(await w.locator('.ProseMirror .has-thread-beside').count()).toBe(1);
    const links = await w
      .getByRole('link', { name: /^Open thread of / })
      .evaluateAll((all) => all.map((link) => (link as unknown as { href: string }).href));
    const review = `${test.baseUrl}/app/s/${spaceId}/~/changes/1/~/review`;
    expect(links).toEqual([`${review}#c-${thread.id}`, `${review}#c-${onBlock.id}`]);

    await selectWithMouse(w, '.ProseMirror', 'it is safe');
    await w.getByRole('button', { name: 'Comment', exact: true }).click();
    await w.keyboard.type('For whom?');
    await expectGood(w, 'form in the editor');
    await w.getByRole('dialog', { name: 'Comment' }).getByRole('button', { name: 'Comment' }).click();
    await w.getByText('Your comment is posted.').waitFor();
    await w.locator('.ProseMirror .has-thread', { hasText: 'it is safe' }).waitFor();
    const { items } = (await admin.api.get(`${request.path}/comments`)).body as {
      items: { target: { quote?: { exact: string } }; body: { markdown: string } }[];
    };
    expect(items.find(({ target }) => target.quote?.exact === 'it is safe')).toMatchObject({
      body: { markdown: 'For whom?' },
      target: { node: { id: second!.key }, quote: { prefix: 'It is small, and ', suffix: '.' } },
    });
    await expectGood(w, 'editor at 1440');
    await w.locator('.ProseMirror p').first().click();
    await w.keyboard.press('End');
    await w.keyboard.type(' Now.');
    await w
      .getByText(/^Saved/)
      .first()
      .waitFor({ timeout: 8000 });
    expect(await readPage(admin, request.path, page)).toContain('Download the archive. Now.');
    await w.setViewportSize({ width: 390, height: 800 });
    await expectGood(w, 'editor at 390');
    expect(problems).toEqual([]);
    await close();
  });
});
