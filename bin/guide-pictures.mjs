/*
 * `npm run pictures`: makes the pictures of the guides, from a handbook that it writes through the API, in Chromium. Run it when
 * screens have changed, and look at what it made. The pictures are committed, so that nobody needs a browser to read the guides.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { findBrowser, signIn } from '../bench/editor.mjs';
import { createBindery } from '../bench/processes.mjs';
import { Client } from '../bench/seed.mjs';

const FOLDER = fileURLToPath(new URL('../docs/.gitbook/assets/', import.meta.url));
const TRAVEL = `Book at least **two weeks** before you leave, and keep all receipts.

{% hint style="info" %}
Trips of less than four hours go by train.
{% endhint %}

## Before you go

* [x] Ask your lead
* [ ] Book the train
* [ ] Tell the team when you are away

## What is paid

| What | At most |
| --- | --- |
| Hotel, a night | 140 € |
| Meals, a day | 45 € |

\`\`\`sh
travel claim --trip 2026-118 receipts/*.pdf
\`\`\`
`;
const TRAVEL_NEW = TRAVEL.replace('Book at least **two weeks**', 'Book at least **three weeks**')
  .replace('140 €', '160 €')
  .replace(
    '* [ ] Tell the team when you are away\n',
    '* [ ] Tell the team when you are away\n* [ ] Write down who takes over\n',
  );
const PAGES = [
  { title: 'Welcome', markdown: 'What everybody here knows, and where to look it up.' },
  { title: 'Travel', markdown: TRAVEL },
  { title: 'Holidays', markdown: 'Thirty days a year. Ask for them in the calendar.' },
  { title: 'Equipment', markdown: 'Each person has a laptop and a screen of their choice.' },
  { title: 'Security', markdown: 'Lock your screen. Use the password manager.' },
];
/** Address on the page that connects a repository; nothing asks it. */
const REPOSITORY = 'https://github.com/northwind/handbook.git';
/** Two pictures for the list of files: a colour runs into another. */
const PHOTOS = { 'office.png': '#2f6f8f, #f2c48d', 'mountains.png': '#274a3c, #b9d7c4' };

const bindery = await createBindery();
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  await bindery.start();
  const context = await browser.newContext({ viewport: { width: 1200, height: 750 }, locale: 'en-GB' });
  await signIn(context, bindery.url);
  await introduce(context, 'Ada Holm');
  const handbook = await write(new Client(bindery.url), await paint(context));
  mkdirSync(FOLDER, { recursive: true });
  for (const picture of pictures(handbook)) await take(context, picture);
} finally {
  await browser.close();
  await bindery.stop();
  bindery.remove();
}

/** Writes a handbook with a history, files, and a change request that somebody has commented on. */
async function write(client, files) {
  const organization = await client.organization();
  await client.call('PATCH', `/v1/orgs/${organization}`, { title: 'Northwind' });
  const { id: space } = await client.createSpace(organization, 'Handbook');
  await client.createSpace(organization, 'Product guide');
  const [, travel] = await client.insert(space, PAGES);
  const content = (changes, place = '') =>
    client.call('POST', `/v1/spaces/${space}${place}/content`, { changes });
  await content([{ operation: 'insert_files', files }]);
  const fix = TRAVEL.replace('keep all receipts', 'keep every receipt');
  await content([{ operation: 'update_page', page: travel, document: { markdown: fix } }]);
  await client.call('PATCH', `/v1/spaces/${space}`, { editMode: 'locked' });
  const request = await client.call('POST', `/v1/spaces/${space}/change-requests`, {
    subject: 'Travel: prices of this year',
  });
  const place = `/change-requests/${request.number}`;
  const changed = TRAVEL_NEW.replace('keep all receipts', 'keep every receipt');
  await content([{ operation: 'update_page', page: travel, document: { markdown: changed } }], place);
  await client.call('POST', `/v1/spaces/${space}${place}/comments`, {
    page: travel,
    body: { markdown: 'Does this hold for trips abroad too?' },
  });
  return { organization, space, travel, number: request.number };
}

async function paint(context) {
  const page = await context.newPage();
  await page.setViewportSize({ width: 640, height: 480 });
  const files = [];
  for (const [name, colours] of Object.entries(PHOTOS)) {
    await page.setContent(
      `<body style="height: 100vh; margin: 0; background: linear-gradient(160deg, ${colours})">`,
    );
    const base64 = (await page.screenshot()).toString('base64');
    files.push({ name, contentType: 'image/png', base64 });
  }
  await page.close();
  return files;
}

/** Names the person whose face the pictures show. */
async function introduce(context, name) {
  const page = await context.newPage();
  await page.goto(`${bindery.url}/app/profile`);
  await page.locator('#displayName').fill(name);
  await page.locator('#displayName').press('Enter');
  await page.waitForLoadState('networkidle');
  await page.close();
}

function pictures({ organization, space, travel, number }) {
  const request = `/app/s/${space}/~/changes/${number}`;
  return [
    { name: 'home', path: `/app/o/${organization}` },
    { name: 'review', path: `${request}/~/review/changes` },
    { name: 'history', path: `/app/s/${space}/~/history` },
    { name: 'files', path: `/app/s/${space}/~/files` },
    { name: 'import', path: `/app/s/${space}/~/import` },
    { name: 'git', path: `/app/s/${space}/~/git?url=${encodeURIComponent(REPOSITORY)}` },
    // The last, since it writes.
    { name: 'editor', path: `${request}/~/edit/${travel}`, before: openBlockMenu },
  ];
}

/** The menu of blocks, as somebody sees it who typed the beginning of one. */
async function openBlockMenu(page) {
  await page.locator('[data-ready]').waitFor();
  await page.locator('.ProseMirror li').last().click();
  await page.keyboard.press('End');
  for (const key of ['Enter', 'Enter', '/', 't', 'a']) await page.keyboard.press(key, { delay: 60 });
  await page.waitForTimeout(500);
}

async function take(context, { name, path, before }) {
  const page = await context.newPage();
  const answer = await page.goto(bindery.url + path, { waitUntil: 'networkidle' });
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}.`);
  await before?.(page);
  await page.screenshot({ path: join(FOLDER, `app-${name}.png`) });
  await page.close();
}
