import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, contrastProblems, openReader, type ReaderOptions } from './browser.js';
import type { TestApp } from './test-app.js';

/** A tab in which somebody has an address or a path of the app open, signed in with a token, and its editor is ready. */
export async function openEditor(
  test: TestApp,
  browser: Browser,
  token: string,
  path: string,
  options: ReaderOptions = {},
): Promise<Page> {
  const { page: tab } = await openReader(browser, { width: 1440, ...options });
  await tab.request.post(`${test.baseUrl}/app/sign-in`, { form: { token, next: '' } });
  // PUBLIC_URL, below which pictures are, names no real port in tests.
  await tab.route(/~api.*\/files\/\w+$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('http://localhost:0', test.baseUrl);
    await route.fulfill({ response, body });
  });
  await tab.goto(new URL(path, test.baseUrl).href);
  await tab.locator('[data-ready]').waitFor();
  return tab;
}

/** The text that is edited. */
export function textOf(tab: Page): Locator {
  return tab.locator('.ProseMirror');
}

/** Waits until the server has all that was typed. */
export function isSaved(tab: Page): Promise<void> {
  return tab.locator('[data-editor-state=saved]').filter({ hasText: 'Saved' }).waitFor();
}

/** Moves the cursor to the end of the text, on a new line. */
export async function newLine(tab: Page): Promise<void> {
  await textOf(tab).locator('> p').last().click();
  await tab.keyboard.press('End');
  // The editor reads a click a moment later.
  await tab.waitForTimeout(200);
  await tab.keyboard.press('Enter');
}

/** Expects no problem of accessibility, and readable colours in both themes. */
export async function expectAccessible(tab: Page): Promise<void> {
  expect(await accessibilityProblems(tab)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme });
    expect(await contrastProblems(tab)).toEqual([]);
  }
}
