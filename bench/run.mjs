/* `npm run bench`: what requests cost, as ratios to bare servers in the same run; what content costs as spaces grow. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BACKUP_COLUMNS, backups } from './backups.mjs';
import { editor, findBrowser, KEY_COLUMNS, SCRIPT_COLUMNS } from './editor.mjs';
import { GIT_COLUMNS, gitFetches } from './git.mjs';
import { SYNC_COLUMNS, syncs } from './git-sync.mjs';
import { hostile, HOSTILE_COLUMNS } from './hostile.mjs';
import { IMPORT_COLUMNS, imports } from './imports.mjs';
import { integrations } from './integrations.mjs';
import { conversations } from './conversations.mjs';
import { createBindery, load, startBare, TOKEN } from './processes.mjs';
import { searches } from './search.mjs';
import { Client, prose, text } from './seed.mjs';

const [ONLY, ...WORDS] = process.argv.slice(2).filter((name) => !name.startsWith('--'));
const FILE = WORDS[0] ?? process.env.BENCH_QUESTIONS;
const QUICK = process.argv.includes('--quick');
const SECONDS = QUICK ? 2 : 5;
const DOCUMENTS = QUICK ? 500 : 5000;
const LARGE = QUICK ? 1000 : 10_000;
const ROUNDS = 25;
/** Characters of a page, and how far down the pages of a deep space go. */
const SIZE = 3000;
const DEPTH = 10;
/** The requests of another client while a request is measured. */
const BESIDE = '/v1/user';
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

if (ONLY === 'git') {
  await repositories();
  process.exit();
}
const BACKUPS_DIR = mkdtempSync(join(tmpdir(), 'bindery-backups-'));

const bindery = await createBindery({ BACKUPS_DIR, BACKUPS_SCHEDULE: 'off' });
try {
  const first = await bindery.start();
  const client = new Client(bindery.url);
  const organization = await client.organization();
  await bindery.stop();
  const warm = await bindery.start();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  table(
    'Start and memory',
    ['figure', 'value'],
    [
      ['first start', `${first.toFixed(1)} s`],
      ['warm start', `${warm.toFixed(1)} s`],
      ['idle memory of our process', `${bindery.memory().toFixed(0)} MB`],
    ],
  );
  if (ONLY === 'search') await search(client, organization);
  else if (ONLY === 'conversations') await questions(client, organization);
  else if (ONLY === 'integrations') await scripts(client, organization);
  else if (ONLY === 'hostile') await beside(client, organization);
  else if (ONLY === 'imports') await folders(client, organization);
  else if (ONLY === 'sync') await sync(client, organization);
  else if (ONLY === 'backups') await wholeCopy(organization);
  else if (ONLY === 'editor') await keys(client, organization);
  else {
    await requests(client, organization);
    await growth(client, organization);
  }
} finally {
  await bindery.stop();
  bindery.remove();
  rmSync(BACKUPS_DIR, { recursive: true, force: true });
}

/** A separate run: filling takes a while. */
async function search(client, organization) {
  const size = QUICK ? { pages: 500, copies: 1 } : { pages: 5000, copies: 19 };
  const rows = await searches(bindery, client, organization, { ...size, seconds: SECONDS, headers });
  const head = ['search', 'connections', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'failed'];
  table('Searches', head, rows);
}

/** A separate run: it fills the disk. */
async function wholeCopy(organization) {
  const megabytes = Number(WORDS[0] ?? (QUICK ? 100 : 500));
  table('Backup', BACKUP_COLUMNS, await backups(bindery, organization, BACKUPS_DIR, megabytes));
}

/** A separate run, on a file of questions with their subjects. */
async function questions(client, organization) {
  if (!FILE) throw new Error('Say which file: npm run bench -- conversations <file>, or BENCH_QUESTIONS.');
  const rows = await conversations(client, organization, FILE, QUICK ? 1500 : undefined);
  const head = [
    'questions',
    'V-measure',
    'adjusted Rand',
    'clusters',
    'alone',
    'with an issue',
    'per second',
  ];
  table('Conversations', head, rows);
}

/** A separate run: what bad scripts do takes its time. */
async function scripts(client, organization) {
  const size = QUICK ? { events: 400, rounds: 5 } : { events: 2000, rounds: 15 };
  table(
    'Integrations',
    ['figure', 'value', 'asked'],
    await integrations(bindery, client, organization, size),
  );
}

/** A separate run, of all content or of what has one of the words in its name. */
async function beside(client, organization) {
  const { rows, summary, isPassed } = await hostile(bindery, client, organization, WORDS);
  table('Beside hostile content', HOSTILE_COLUMNS, rows);
  process.stdout.write(`\n${summary}\n`);
  if (!isPassed) process.exitCode = 1;
}

/** A separate run, in a browser. */
async function keys(client, organization) {
  if (!findBrowser()) throw new Error('There is no Chromium to measure in; name one with CHROME_PATH.');
  const found = await editor(bindery, client, organization, QUICK ? 100 : 400);
  table('Keys in the editor, until the letter is painted', KEY_COLUMNS, found.keys);
  table('Scripts of pages of members', SCRIPT_COLUMNS, found.scripts);
}

/** A separate run, without a server of ours. */
async function repositories() {
  const size = QUICK ? { files: 500, history: 100 * 1024 ** 2 } : { files: 5000, history: 2 * 1024 ** 3 };
  table('Fetches of a repository', GIT_COLUMNS, await gitFetches(size));
}

/** A separate run: a space and a repository that are kept the same. */
async function sync(client, organization) {
  const size = QUICK ? { files: 500, history: 100 * 1024 ** 2 } : { files: 5000, history: 2 * 1024 ** 3 };
  table('A space and a repository', SYNC_COLUMNS, await syncs(bindery, client, organization, size));
}

/** A separate run, of the folders that are named. */
async function folders(client, organization) {
  if (WORDS.length === 0) throw new Error('Say which folders: npm run bench -- imports <folder>…');
  const { rows, summary } = await imports(bindery, client, organization, WORDS);
  table('Imports of folders', IMPORT_COLUMNS, rows);
  process.stdout.write(`\n${summary}\n`);
}

async function requests(client, organization) {
  const data = await prepare(client, organization);
  await bindery.analyze();
  const bare = await startBare({
    connection: bindery.connection(),
    spaceId: data.wide.space,
    page: data.html,
  });
  const yardsticks = {
    select: { url: `${bare.url}/select/${data.wide.space}` },
    bytes: { url: `${bare.url}/page` },
  };
  try {
    const rows = [
      await row('bare node:http', { url: `${bare.url}/http` }),
      await row('bare Express + pg, one select', yardsticks.select),
      await row('bare Express, same bytes as the page', yardsticks.bytes),
    ];
    for (const { name, task, yardstick } of tasksOf(data)) {
      // Of different pages, each is asked for once by a process that has seen none.
      if (task.targets.length > 1 && !task.method)
        rows.push(await measure(`${name}, cold`, task, yardsticks[yardstick], true));
      rows.push(await measure(name, task, yardsticks[yardstick], false));
    }
    printRequests(rows);
  } finally {
    await bare.stop();
  }
}

/** @param isCold whether to empty the caches of the process, and to ask for each target once. */
async function measure(name, targets, yardstick, isCold) {
  const task = { url: bindery.url, headers, ...targets, beside: BESIDE };
  if (isCold) {
    await bindery.stop();
    await bindery.start();
    // Loads everything that each request needs, and none of the measured pages.
    await load({ url: bindery.url, headers, targets: [{ path: BESIDE }], amount: 500 });
  } else await load({ ...task, seconds: 1 });
  const before = await statements();
  const extent = isCold ? { amount: targets.targets.length } : { seconds: SECONDS, sequenceStart: 100_000 };
  const result = await load({ ...task, ...extent });
  const perRequest = ((await statements()) - before) / (result.requests + result.failures);
  // Measured anew beside each row: the machine may be faster or slower than a minute ago.
  const bare = yardstick && (await load({ ...yardstick, headers, seconds: SECONDS }));
  return { name, ...result, perRequest, ratio: bare && result.perSecond / bare.perSecond };
}

/** Fills the installation like one in use: many different pages, in a wide space, in a deep one, and in many small ones. */
async function prepare(client, organization) {
  const wide = await filled(client, organization, 'Wide', (id) => client.fill(id, DOCUMENTS, SIZE, prose));
  const deep = await filled(client, organization, 'Deep', (id) =>
    client.fillDeep(id, DOCUMENTS / 5, SIZE, DEPTH),
  );
  for (let i = 0; i < 50; i++) {
    const { id } = await client.createSpace(organization, `Space ${i}`);
    await client.fill(id, DOCUMENTS / 500, SIZE);
  }
  const site = await client.call('POST', `/v1/orgs/${organization}/sites`, {
    title: 'Bench',
    visibility: 'public',
    spaces: [wide.space],
  });
  const { urls } = await client.call('POST', `/v1/orgs/${organization}/sites/${site.id}/publish`);
  const tree = await client.call('GET', `/v1/spaces/${wide.space}/content/pages`);
  const base = urls.published.replace(/\/$/, '');
  const published = tree.pages
    .flatMap((page) => page.pages)
    .map(({ path }) => ({ path: new URL(`${base}/${path}`).pathname }));
  const html = await (await fetch(bindery.url + published[0].path)).text();
  return { organization, wide, deep, published, html, parents: tree.pages.map((page) => page.id) };
}

async function filled(client, organization, title, fill) {
  const space = (await client.createSpace(organization, title)).id;
  return { space, pages: await fill(space) };
}

/** The requests to measure. Those of many targets go through all of them, in turns. */
function tasksOf({ organization, wide, deep, published, parents }) {
  const markdown = text(7, SIZE);
  const changeOf = (space, change) => ({ path: `/v1/spaces/${space}/content`, body: { changes: [change] } });
  const creates = parents.map((into) =>
    changeOf(wide.space, {
      operation: 'insert_page',
      title: 'New {sequence}',
      into,
      document: { markdown },
    }),
  );
  const updates = wide.pages.map((page) =>
    changeOf(wide.space, {
      operation: 'update_page',
      page,
      document: { markdown: `${text(3, SIZE)}\n\nRevised {sequence}` },
    }),
  );
  const pagesOf = ({ space, pages }) => ({
    targets: pages.map((id) => ({ path: `/v1/spaces/${space}/content/page/${id}?format=document` })),
  });
  const one = (path) => ({ targets: [{ path }] });
  const spaces = `/v1/orgs/${organization}/spaces`;
  return [
    { name: 'GET /v1/spaces/{id}', task: one(`/v1/spaces/${wide.space}`), yardstick: 'select' },
    { name: 'GET …/content/page/{id}', task: pagesOf(wide), yardstick: 'select' },
    { name: 'GET …/content/page/{id}, deep', task: pagesOf(deep), yardstick: 'select' },
    { name: 'GET …/content/pages', task: one(`/v1/spaces/${wide.space}/content/pages`), yardstick: 'select' },
    { name: 'list of 50 spaces', task: one(`${spaces}?limit=50`), yardstick: 'select' },
    { name: 'published page', task: { targets: published }, yardstick: 'bytes' },
    { name: 'published page, one', task: one(published[0].path), yardstick: 'bytes' },
    { name: 'create a page from Markdown', task: { method: 'POST', targets: creates }, yardstick: 'select' },
    { name: 'update a page from Markdown', task: { method: 'POST', targets: updates }, yardstick: 'select' },
  ];
}

function printRequests(rows) {
  const times = ['p50', 'p95', 'p99', 'max'];
  const head = [
    'request',
    'per second',
    ...times.map((time) => `${time} ms`),
    'others wait p99',
    'max',
    'failed',
    'SQL each',
    'to yardstick',
  ];
  table(
    'Requests, 16 connections; others: one client more, with a small read every 10 ms',
    head,
    rows.map((r) => [
      r.name,
      r.perSecond.toFixed(0),
      ...times.map((time) => r[time]),
      r.beside?.p99 ?? '',
      r.beside?.max ?? '',
      r.failures,
      number(r.perRequest),
      number(r.ratio),
    ]),
  );
}

async function growth(client, organization) {
  const spaces = [];
  for (const count of [100, LARGE]) {
    const id = (await client.createSpace(organization, `Growth ${count}`)).id;
    const pages = await client.fill(id, count, 500);
    spaces.push({ id, pages, times: { duplicate: [], 'one-page edit': [], merge: [] } });
  }
  // In turns, so that whatever else the machine does meets both alike.
  for (let i = 0; i < ROUNDS; i++) {
    for (const space of spaces) await contentCosts(client, space, i);
  }
  const [small, large] = spaces.map(({ times }) => times);
  table(
    `Content operations, ms (median), a space of 100 and of ${LARGE} pages`,
    ['operation', '100', String(LARGE), 'ratio'],
    Object.keys(small).map((name) => {
      const [few, many] = [median(small[name]), median(large[name])];
      return [name, few.toFixed(1), many.toFixed(1), (many / few).toFixed(2)];
    }),
  );
}

async function contentCosts(client, { id, pages, times }, i) {
  await timed(times.duplicate, () => client.call('POST', `/v1/spaces/${id}/duplicate`));
  const request = await client.call('POST', `/v1/spaces/${id}/change-requests`, { subject: `Edit ${i}` });
  const base = `/v1/spaces/${id}/change-requests/${request.id}`;
  const change = {
    operation: 'update_page',
    page: pages[(i * 37) % pages.length],
    document: { markdown: text(i, 500) },
  };
  await timed(times['one-page edit'], () => client.call('POST', `${base}/content`, { changes: [change] }));
  await timed(times.merge, () => client.call('POST', `${base}/merge`));
}

async function timed(list, work) {
  const begin = performance.now();
  await work();
  list.push(performance.now() - begin);
}

function median(list) {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
}

async function row(name, task) {
  await load({ ...task, seconds: 1 });
  return { name, ...(await load({ ...task, seconds: SECONDS, sequenceStart: 100_000 })) };
}

async function statements() {
  const metrics = await (await fetch(`${bindery.url}/metrics`)).text();
  return Number(metrics.match(/^bindery_database_statements\{by="request"\} (\d+)/m)?.[1]);
}

function number(value, digits = 2) {
  return value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits);
}

function table(title, head, rows) {
  const widths = head.map((cell, i) =>
    Math.max(String(cell).length, ...rows.map((row) => String(row[i] ?? '').length)),
  );
  const line = (cells) =>
    cells
      .map((cell, i) => (i === 0 ? String(cell).padEnd(widths[i]) : String(cell ?? '').padStart(widths[i])))
      .join('  ');
  console.log(`\n${title}\n${line(head)}\n${widths.map((width) => '-'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
}
