/* `npm run bench`: what requests cost, as ratios to bare servers in the same run; what content costs as spaces grow. */
import { integrations } from './integrations.mjs';
import { conversations } from './conversations.mjs';
import { createBindery, load, startBare, TOKEN } from './processes.mjs';
import { searches } from './search.mjs';
import { Client, text } from './seed.mjs';

const [ONLY, FILE = process.env.BENCH_QUESTIONS] = process.argv
  .slice(2)
  .filter((name) => !name.startsWith('--'));
const QUICK = process.argv.includes('--quick');
const SECONDS = QUICK ? 2 : 6;
const DOCUMENTS = QUICK ? 500 : 5000;
const LARGE = QUICK ? 1000 : 10_000;
const ROUNDS = 25;
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

const bindery = await createBindery();
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
  else {
    await requests(client, organization);
    await growth(client, organization);
  }
} finally {
  await bindery.stop();
  bindery.remove();
}

/** A separate run: filling takes a while. */
async function search(client, organization) {
  const size = QUICK ? { pages: 500, copies: 1 } : { pages: 5000, copies: 19 };
  const rows = await searches(bindery, client, organization, { ...size, seconds: SECONDS, headers });
  const head = ['search', 'connections', 'per second', 'p50 ms', 'p95 ms', 'p99 ms', 'failed'];
  table('Searches', head, rows);
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

async function requests(client, organization) {
  const { space, html, measured } = await prepare(client, organization);
  const bare = await startBare({ connection: bindery.connection(), spaceId: space, page: html });
  try {
    const select = await row('bare Express + pg, one select', { url: `${bare.url}/select/${space}` });
    const bytes = await row('bare Express, same bytes as the page', { url: `${bare.url}/page` });
    const rows = [await row('bare node:http', { url: `${bare.url}/http` }), select, bytes];
    const yardsticks = { select, bytes };
    for (const { name, task, yardstick, alternative } of measured) {
      rows.push(
        await measure(name, { url: bindery.url, headers, ...task }, yardsticks[yardstick], alternative),
      );
    }
    printRequests(rows);
  } finally {
    await bare.stop();
  }
}

async function measure(name, task, yardstick, alternative) {
  await load({ ...task, seconds: 1 });
  const before = await statements();
  const result = await load({ ...task, seconds: SECONDS, sequenceStart: 100_000 });
  const perRequest = ((await statements()) - before) / (result.requests + result.failures);
  // Measured anew beside each row: the machine may be faster or slower than a minute ago.
  const beside = yardstick && (await load({ ...yardstick.task, seconds: SECONDS }));
  return {
    name,
    ...result,
    perRequest,
    ratio: beside && result.perSecond / beside.perSecond,
    alternative: alternative && result.perSecond / alternative,
  };
}

/** Fills the installation and says which requests to measure. */
async function prepare(client, organization) {
  const space = (await client.createSpace(organization, 'Bench')).id;
  const pages = await client.fill(space, DOCUMENTS, 3000);
  for (let i = 0; i < 50; i++) await client.createSpace(organization, `Space ${i}`);
  const site = await client.call('POST', `/v1/orgs/${organization}/sites`, {
    title: 'Bench',
    visibility: 'public',
    spaces: [space],
  });
  const published = (await client.call('POST', `/v1/orgs/${organization}/sites/${site.id}/publish`)).urls
    .published;
  const tree = await client.call('GET', `/v1/spaces/${space}/content/pages`);
  const paths = tree.pages.flatMap((page) => page.pages.map((child) => child.path)).slice(0, 200);
  const publicPages = paths.map((path) => ({
    path: new URL(`${published.replace(/\/$/, '')}/${path}`).pathname,
  }));
  const html = await (await fetch(bindery.url + publicPages[0].path)).text();
  const pagePaths = pages.map((id) => ({ path: `/v1/spaces/${space}/content/page/${id}?format=document` }));
  const insert = { operation: 'insert_page', title: 'New {sequence}', document: { markdown: text(7, 3000) } };
  const parents = tree.pages.map((page) => page.id);
  const creates = parents.map((into) => ({
    path: `/v1/spaces/${space}/content`,
    body: { changes: [{ ...insert, into }] },
  }));
  const updates = pages.slice(0, 1000).map((page) => ({
    path: `/v1/spaces/${space}/content`,
    body: {
      changes: [
        { operation: 'update_page', page, document: { markdown: `${text(3, 3000)}\n\nRevised {sequence}` } },
      ],
    },
  }));
  const spaces = `/v1/orgs/${organization}/spaces`;
  const one = (path) => ({ targets: [{ path }] });
  const measured = [
    { name: 'GET /v1/spaces/{id}', task: one(`/v1/spaces/${space}`), yardstick: 'select' },
    { name: 'GET …/content/page/{id}', task: { targets: pagePaths }, yardstick: 'select', alternative: 477 },
    { name: 'list of 50 spaces', task: one(`${spaces}?limit=50`), yardstick: 'select' },
    { name: 'list of 25 spaces', task: one(`${spaces}?limit=25`), yardstick: 'select', alternative: 446 },
    { name: 'published page, one', task: one(publicPages[0].path), yardstick: 'bytes', alternative: 156 },
    { name: 'published pages, 200', task: { targets: publicPages }, yardstick: 'bytes', alternative: 156 },
    { name: 'create a page from Markdown', task: { method: 'POST', targets: creates }, alternative: 39 },
    { name: 'update a page from Markdown', task: { method: 'POST', targets: updates }, alternative: 31 },
  ];
  return { space, html, measured };
}

function printRequests(rows) {
  const head = [
    'request',
    'per second',
    'p50 ms',
    'p99 ms',
    'failed',
    'SQL each',
    'to yardstick',
    'to best alternative',
  ];
  table(
    'Requests, 16 connections',
    head,
    rows.map((r) => [
      r.name,
      r.perSecond.toFixed(0),
      r.p50,
      r.p99,
      r.failures,
      number(r.perRequest),
      number(r.ratio),
      number(r.alternative, 1),
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
  return { name, task, ...(await load({ ...task, seconds: SECONDS, sequenceStart: 100_000 })) };
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
