/* The editor in Chromium: how long a key takes until its letter is painted, and the scripts that pages of members load. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { TOKEN } from './processes.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Without the wait for the next refresh of a screen, which says nothing about our work. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu-vsync', '--disable-frame-rate-limit'];
const BLOCKS = 1000;
/** Blocks of the page that shows what a key costs in a browser without a long page around it. */
const FEW = 5;
const WORDS = ' reads the words of a sentence as somebody types them into a page';

export const KEY_COLUMNS = ['page', 'ready ms', 'keys', 'p50 ms', 'p95 ms', 'p99 ms', 'longest ms'];
export const SCRIPT_COLUMNS = ['page', 'scripts', 'kB gzip', 'asked'];

/** The browser to measure in: `CHROME_PATH`, or the first one on the search path; undefined without one. */
export function findBrowser() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin'];
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROME_PATH, ...candidates].find((path) => path && existsSync(path));
}

/** @returns rows for keys in a short and in a long page, and for the scripts of pages. */
export async function editor(bindery, client, organization, keys) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ARGUMENTS });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await signIn(context, bindery.url);
    const { id: space } = await client.createSpace(organization, 'Edited');
    const pages = [];
    for (const count of [FEW, BLOCKS]) {
      const [id] = await client.insert(space, [{ title: `Of ${count} blocks`, markdown: mixed(count) }]);
      pages.push({ id, count });
    }
    const typed = [];
    for (const { id, count } of pages)
      typed.push(await type(context, `${bindery.url}/app/s/${space}/~/edit/${id}`, count, keys));
    return { keys: typed, scripts: await scripts(context, bindery.url, organization, space, pages[0].id) };
  } finally {
    await browser.close();
  }
}

/** Signs the first administrator in. */
export async function signIn(context, url) {
  const page = await context.newPage();
  await page.goto(`${url}/app/sign-in`);
  await page.locator('input[name=token]').evaluate((field, token) => (field.value = token), TOKEN);
  await page.locator('form:has(input[name=token])').evaluate((form) => form.submit());
  await page.waitForURL((address) => !address.pathname.endsWith('/sign-in'));
  await page.close();
}

/** Types in the middle of a page while it is saved, as a person does: a key every 60 ms. */
async function type(context, address, count, keys) {
  const page = await context.newPage();
  const begin = performance.now();
  await page.goto(address);
  await page.locator('#bdy-editor[data-ready]').waitFor();
  const ready = performance.now() - begin;
  const paragraphs = page.locator('.ProseMirror > p');
  await paragraphs.nth(Math.floor((await paragraphs.count()) / 2)).click();
  await page.keyboard.press('End');
  await page.waitForTimeout(1000);
  await page.evaluate(watchKeys);
  for (let at = 0; at < keys; at++) {
    await page.keyboard.press(WORDS[at % WORDS.length] === ' ' ? 'Space' : WORDS[at % WORDS.length]);
    await page.waitForTimeout(60);
  }
  await page.waitForTimeout(200);
  const times = (await page.evaluate(() => globalThis.keyTimes)).sort((a, b) => a - b);
  await page.getByText(/^Saved/).waitFor();
  await page.close();
  const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))].toFixed(1);
  return [`${count} blocks`, ready.toFixed(0), times.length, at(0.5), at(0.95), at(0.99), at(1)];
}

/** Runs in the page: notes the time from the event of a key until the frame with its letter was made. */
function watchKeys() {
  globalThis.keyTimes = [];
  let pressed = null;
  addEventListener('keydown', () => (pressed = performance.now()), { capture: true });
  const changes = new MutationObserver(() => {
    if (pressed === null) return;
    const start = pressed;
    pressed = null;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => globalThis.keyTimes.push(performance.now() - start);
      port2.postMessage(null);
    });
  });
  const text = document.querySelector('.ProseMirror');
  changes.observe(text, { characterData: true, childList: true, subtree: true });
}

/** Scripts of one page of each kind, as they come over the wire. */
async function scripts(context, url, organization, space, id) {
  const home = `${url}/app/o/${organization}`;
  const pages = [
    ['editor', `${url}/app/s/${space}/~/edit/${id}`, 160],
    ['home', home, 40],
    ['inbox', `${home}/inbox`, 40],
    ['preview of a page', `${url}/app/s/${space}`, 40],
    ['changes', `${url}/app/s/${space}/~/changes`, 40],
    ['history', `${url}/app/s/${space}/~/history`, 40],
    ['site', `${home}/sites`, 40],
  ];
  const rows = [];
  for (const [name, address, asked] of pages) {
    const { count, bytes } = await scriptBytes(context, address);
    rows.push([name, count, (bytes / 1000).toFixed(1), `≤ ${asked}`]);
  }
  return rows;
}

async function scriptBytes(context, address) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const wanted = new Set();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test(response.mimeType)) wanted.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (wanted.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.close();
  return { count: wanted.size, bytes };
}

/** Markdown of so many blocks: text with headings, lists, tables, code and hints between. */
function mixed(count) {
  const parts = [];
  for (let at = 0; parts.length < count; at++) {
    const words = `Paragraph ${at} says what a reader of part ${at % 17} has to know, with a [link](https://example.com/${at}) and **weight**.`;
    if (at % 25 === 0) parts.push(`## Part ${at}`);
    else if (at % 25 === 7) parts.push(`* First of ${at}\n* Second of ${at}\n* Third of ${at}`);
    else if (at % 25 === 12)
      parts.push(`| Name | Value |\n| --- | --- |\n| one ${at} | 1 |\n| two ${at} | 2 |`);
    else if (at % 25 === 17) parts.push(`\`\`\`js\nconst at = ${at};\nreturn at + 1;\n\`\`\``);
    else if (at % 25 === 22) parts.push(`{% hint style="info" %}\nMind part ${at}.\n{% endhint %}`);
    else parts.push(words);
  }
  return parts.join('\n\n');
}
