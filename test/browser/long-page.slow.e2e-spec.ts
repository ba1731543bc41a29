import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, openReader, shareBrowser } from '../support/browser.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('A long page in the editor, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let organization: TestOrganization;
  let writer: Page;

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    browser = await shareBrowser();
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const parts = Array.from({ length: 400 }, (_, at) =>
      at % 20 === 0 ? `## Part ${at}` : at % 20 === 7 ? `* One of ${at}\n* Two of ${at}` : `Paragraph ${at}.`,
    );
    await buildPages(organization.admin, space, [{ title: 'All of it', markdown: parts.join('\n\n') }]);
    ({ page: writer } = await openReader(browser, { width: 1440 }));
    await writer.request.post(`${test.baseUrl}/app/sign-in`, {
      form: { token: organization.admin.token, next: '' },
    });
    await writer.goto(`${test.baseUrl}/app/s/${space}/~/edit`);
    await writer.locator('[data-ready]').waitFor();
    await writer.locator('.is-measured').waitFor();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  const block = (text: string) => writer.locator('.ProseMirror > *').filter({ hasText: text });
  const topOf = async (text: string) => (await block(text).boundingBox())!.y;
  const height = () => writer.evaluate(() => document.documentElement.scrollHeight);

  it('goes to a heading far away, which stands below the bar then', async () => {
    await writer.getByRole('button', { name: 'Part 300', exact: true }).click();
    await expect.poll(() => topOf('Part 300')).toBeLessThan(200);
    expect(await topOf('Part 300')).toBeGreaterThan(40);
  });

  it('has the same height when all of it has been drawn', async () => {
    const before = await height();
    for (let at = 0; at < 30; at++) {
      await writer.mouse.wheel(0, 800);
      await writer.waitForTimeout(30);
    }
    expect(Math.abs((await height()) - before)).toBeLessThan(20);
  });

  it('moves the cursor to its ends, and by windows, as the keyboard says', async () => {
    await block('Paragraph 301.').click();
    await writer.keyboard.press('Control+End');
    await writer.keyboard.type(' The end.');
    await expect.poll(() => block('Paragraph 399.').textContent()).toBe('Paragraph 399. The end.');
    expect(await topOf('Paragraph 399.')).toBeLessThan(900);
    await writer.keyboard.press('Control+Home');
    for (let at = 0; at < 3; at++) {
      await writer.keyboard.press('PageDown');
      await writer.waitForTimeout(200);
    }
    await writer.keyboard.type('Here: ');
    const top = await topOf('Here: ');
    expect([top > 0, top < 900]).toEqual([true, true]);
    expect(await writer.evaluate(() => scrollY)).toBeGreaterThan(1500);
    await writer.keyboard.press('Shift+Control+End');
    await writer.keyboard.press('Delete');
    expect(await block('Paragraph 399.').count()).toBe(0);
    await writer.keyboard.press('Control+z');
    expect(await block('Paragraph 399.').count()).toBe(1);
  });
});
