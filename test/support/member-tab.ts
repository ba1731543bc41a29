import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  accessibilityProblems,
  contrastProblems,
  openReader,
  overflow,
  type Reader,
  type ReaderOptions,
} from './browser.js';
import type { TestApp } from './test-app.js';

/** A browser in which the owner of a token is signed in; its page is blank. */
export async function openMemberTab(
  browser: Browser,
  test: Pick<TestApp, 'baseUrl'>,
  { token }: { token: string },
  options: ReaderOptions = { width: 1440 },
): Promise<Reader> {
  const reader = await openReader(browser, options);
  await reader.page.request.post(`${test.baseUrl}/app/sign-in`, { form: { token, next: '' } });
  return reader;
}

/** Expects that the open page is accessible in both themes, and does not scroll sideways on a phone. The window is 1440 px wide after it. */
export async function expectGoodPage(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await accessibilityProblems(page), name).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await contrastProblems(page), name).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await overflow(page), name).toBe(0);
  await page.setViewportSize({ width: 1440, height: 800 });
}
