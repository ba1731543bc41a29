import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onWorkerEnd } from './worker-end.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The browser in which tests run: `CHROME_PATH`, or the first one on the search path. Undefined when neither exists.
 */
export function findBrowser(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env['CHROME_PATH'], ...candidates].find((path) => path && existsSync(path));
}

/** The browser resolves no other host; to ask the test about each request would take far longer. */
const ONLY_HERE =
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost';

let shared: Promise<Browser> | undefined;

/**
 * The browser that the test files of a worker share, without a window. It reaches no other machine. A file calls
 * `leaveBrowser` when it needs the browser no longer.
 */
export async function shareBrowser(): Promise<Browser> {
  if (shared && !(await shared).isConnected()) shared = undefined;
  return (shared ??= launchBrowser());
}

async function launchBrowser(): Promise<Browser> {
  const args = [...ARGUMENTS, ONLY_HERE];
  const browser = await chromium.launch({ executablePath: findBrowser(), args });
  onWorkerEnd(() => browser.close());
  return browser;
}

/** Closes the profiles that the file left open. */
export async function leaveBrowser(browser: Browser | undefined): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
}

export interface ReaderOptions {
  width?: number;
  theme?: 'light' | 'dark';
  /** Pages are also read where scripts are off. */
  scripts?: boolean;
  /** True for touch instead of a mouse. */
  touch?: boolean;
}

export interface Reader {
  page: Page;
  /** Errors of the console and of scripts, and answers of 400 and more, since the start. */
  problems: string[];
  close: () => Promise<void>;
}

/** A reader with an empty profile. */
export async function openReader(browser: Browser, options: ReaderOptions = {}): Promise<Reader> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 800 },
    colorScheme: options.theme ?? 'light',
    javaScriptEnabled: options.scripts ?? true,
    hasTouch: options.touch ?? false,
    permissions: ['clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  });
  // A wait ends as soon as its condition holds, so only a failure takes this long.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  return { page, problems, close: () => context.close() };
}

interface AxeResult {
  violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
}

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * The violations of WCAG 2.2 A and AA on the open page, with their elements; also skipped heading levels and
 * landmarks.
 */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  return problemsOf(
    page,
    `runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']`,
  );
}

/** The same violations, but only those that depend on colours: for a page that was checked in another theme before. */
export async function contrastProblems(page: Page): Promise<string[]> {
  return problemsOf(page, `runOnly: { type: 'rule', values: ['color-contrast'] }`);
}

async function problemsOf(page: Page, rules: string): Promise<string[]> {
  const { readFile } = await import('node:fs/promises');
  // Evaluated by the debugger, to which the content security policy of the page does not apply.
  const isThere = await page.evaluate<boolean>('window.axe !== undefined');
  if (!isThere) await page.evaluate(await readFile(axePath, 'utf8'));
  const { violations } = await page.evaluate<AxeResult>(`axe.run(document, {
    ${rules},
    resultTypes: ['violations'],
  })`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** The width in pixels by which the page overflows the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/**
 * Ends a tab as a crash of the browser does. A tab that is closed sends its last words itself, even while the browser only
 * pretends to be offline.
 */
export async function crashTab(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  void session.send('Page.crash').catch(() => undefined);
  await crashed;
  await page.close();
}
