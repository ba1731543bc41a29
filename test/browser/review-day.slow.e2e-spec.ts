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
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from '../support/factories.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';

const TABLE = (word: string) => `| Plan | Price |\n| - | - |\n| Small | ${word} |\n| Large | 40 |`;
const OLD = `# Install\n\nDownload the archive and unpack it.\n\n${TABLE('10')}\n\n\`\`\`sh\nnpm install\nnpm start\n\`\`\`\n\nThe last words stay.`;
const NEW = `# Install\n\nDownload the archive and extract it.\n\n${TABLE('12')}\n\n\`\`\`sh\nnpm ci\nnpm start\n\`\`\`\n\nThe last words stay.`;

describe.skipIf(findBrowser() === undefined)('Review in a browser', () => {
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
    const form = { token: user.token, next: '' };
    await reader.page.request.post(`${test.baseUrl}/app/sign-in`, { form });
    return reader;
  }

  async function expectGood(page: Page, what: string): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light' });
    // At the top, where no part of the page is below the bar.
    await page.evaluate('scrollTo(0, 0)');
    expect(await overflow(page), what).toBe(0);
    expect(await accessibilityProblems(page), what).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await contrastProblems(page), what).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }

  async function build(title: string): Promise<{ spaceId: string; page: string }> {
    const { admin } = organization;
    const { id: spaceId } = await buildSpace(organization, { title });
    const [page = ''] = await buildPages(admin, spaceId, [{ title: 'Install', markdown: OLD }]);
    return { spaceId, page };
  }

  it('two people bring a change from a draft into the main content', async () => {
    const { admin } = organization;
    const { spaceId, page } = await build('Reviewed');
    const rules = [{ rule: 'require_specific_reviewers', users: [reviewer.id] }];
    await admin.api.patch(`/v1/spaces/${spaceId}`, { mergeRules: { type: 'rules', rules } });
    const { displayName } = (await reviewer.api.get('/v1/user')).body as { displayName: string };
    const writing = await signIn(admin);
    const w = writing.page;
    await w.goto(`${test.baseUrl}/app/s/${spaceId}/~/changes`);
    await w.getByLabel('New change request').fill('New prices');
    await w.keyboard.press('Enter');
    await w.getByRole('heading', { level: 1, name: '#1 New prices' }).waitFor();
    await writePage(admin, `/v1/spaces/${spaceId}/change-requests/1`, page, NEW);
    await w.getByLabel('Ask somebody').fill(displayName);
    await w.keyboard.press('Enter');
    await w.getByText('The reviewers were asked.').waitFor();
    expect(await w.getByText('It cannot be merged yet').count()).toBe(1);
    await expectGood(w, 'overview of the writer');

    const reviewing = await signIn(reviewer, 390);
    const r = reviewing.page;
    await r.goto(`${test.baseUrl}/app/s/${spaceId}/~/changes`);
    await expectGood(r, 'list at 390');
    await r.getByRole('link', { name: 'New prices' }).click();
    await expectGood(r, 'overview at 390');
    await r
      .getByRole('navigation', { name: 'Parts of the change request' })
      .getByRole('link', { name: 'Changes' })
      .click();
    await r.waitForURL(/\/review\/changes$/);
    const added = (await r.locator('main ins').allInnerTexts()).join(' ');
    for (const word of ['extract', '12', 'npm ci']) expect(added).toContain(word);
    const block = r.locator('.review-block').first();
    await block.getByText('Comment on this block').click();
    await block.getByLabel('Your comment').fill('Say unpack, as everywhere.');
    await block.getByText('Suggest other wording').click();
    await block
      .getByLabel('Wording in place of this block')
      .fill('Download the archive and unpack it twice.');
    await block.getByRole('button', { name: 'Comment', exact: true }).click();
    await r.getByText('Your comment is posted.').waitFor();
    await r.getByRole('button', { name: 'Viewed: Install' }).click();
    await r.getByText('1 changed page, 1 viewed').waitFor();
    await expectGood(r, 'changes at 390');
    for (const view of ['side', 'markdown']) {
      await r.goto(`${test.baseUrl}/app/s/${spaceId}/~/changes/1/~/review/changes?view=${view}`);
      await expectGood(r, `${view} at 390`);
    }

    await w.goto(`${test.baseUrl}/app/s/${spaceId}/~/changes/1/~/review/changes`);
    await expectGood(w, 'changes at 1440');
    await w.getByRole('button', { name: 'Apply this wording' }).press('Enter');
    await w.getByText('The suggested wording is in the change request now.').waitFor();

    await r.goto(`${test.baseUrl}/app/s/${spaceId}/~/changes/1/~/review`);
    await r.getByLabel('Your review').fill('Thank you.');
    await r.getByRole('button', { name: 'Approve' }).click();
    await r.getByText('You approved it.').waitFor();

    await w.goto(`${test.baseUrl}/app/s/${spaceId}/~/changes/1/~/review`);
    await w.getByRole('button', { name: 'Merge' }).press('Enter');
    await w.getByText('It is merged').waitFor();
    expect(await readPage(admin, `/v1/spaces/${spaceId}`, page)).toContain('unpack it twice');
    await expectGood(w, 'merged');
    expect([...writing.problems, ...reviewing.problems]).toEqual([]);
    await writing.close();
    await reviewing.close();
  });

  it('a conflict is solved in place, by keyboard, on a phone and at a desk', async () => {
    const { admin } = organization;
    const { spaceId, page } = await build('In conflict');
    const request = await openChangeRequest(admin, spaceId, { subject: 'Mine' });
    await writePage(admin, request.path, page, NEW);
    const theirs = OLD.replace('unpack it', 'open it').replace('Small | 10', 'Small | 11');
    await writePage(admin, `/v1/spaces/${spaceId}`, page, theirs);
    const member = await signIn(admin);
    const { page: w, problems } = member;
    await w.goto(`${test.baseUrl}/app/s/${spaceId}/~/changes/1/~/review`);
    await w.getByRole('link', { name: 'Solve the conflicts' }).press('Enter');
    await w.getByRole('button', { name: 'Show the conflicts' }).press('Enter');
    await w.getByText('Both sides changed the same places.').waitFor();
    await expectGood(w, 'conflicts at 1440');
    await w.setViewportSize({ width: 390, height: 800 });
    await expectGood(w, 'conflicts at 390');
    const first = w.locator('.review-conflict').filter({ hasText: 'extract it' }).first();
    await first.getByText('Write another text').click();
    await first
      .getByLabel('Text in place of both, as Markdown')
      .fill('Download the archive and look inside.');
    await first.getByRole('button', { name: 'Take this text' }).press('Enter');
    await w.getByText('Your text is in the change request, and it was chosen.').waitFor();
    const open = w.getByRole('button', { name: /^Take the change request:.*/, pressed: false });
    while ((await open.count()) > 0) {
      await open.first().press('Enter');
      await w.getByText('The choice is kept.').waitFor();
    }
    await w.getByRole('button', { name: 'Update from main' }).press('Enter');
    await w.getByText('It is up to date with the main content.').first().waitFor();
    await w.getByRole('button', { name: 'Merge' }).press('Enter');
    await w.getByText('It is merged').waitFor();
    const text = await readPage(admin, `/v1/spaces/${spaceId}`, page);
    expect(text).toContain('Download the archive and look inside.');
    expect(text).toContain('12');
    expect(problems).toEqual([]);
    await member.close();
  });
});
