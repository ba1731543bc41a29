/* Measures how long others wait while one organization writes and shows content that is made to be slow. */
import { Beside, COLUMNS } from './beside.mjs';
import { edits } from './hostile-edits.mjs';
import { documentOf, PAGES, RECURSIVE } from './hostile-pages.mjs';
import { Client, text } from './seed.mjs';

/** For what nobody waits for as for a page. */
const LONG = { seconds: 10 };
/** After which a request is given up. */
const TIMEOUT_MS = 60_000;

export const HOSTILE_COLUMNS = COLUMNS;

/**
 * Measures all, and answers a row of each, and a line about all.
 * @param words measures pages alone that have one of them in their name.
 */
export async function hostile(bindery, client, organization, words = []) {
  const beside = new Beside(bindery, await neighbour(bindery, client));
  const isWanted = (name) => words.length === 0 || words.some((word) => name.includes(word));
  try {
    await beside.nothing();
    const attacker = new Client(bindery.url);
    const place = { attacker, organization, ...(await publishedSpace(attacker, organization, 'Hostile')) };
    for (const [name, document] of Object.entries(PAGES))
      if (isWanted(name)) await page(beside, place, name, document);
    if (isWanted('operations')) await operations(beside, place);
    if (isWanted('batch')) await batch(beside, place);
    if (isWanted('all')) await all(beside, place);
    await edits(beside, place, isWanted);
  } finally {
    beside.end();
  }
  return { rows: beside.rows, summary: beside.summary(), isPassed: beside.failed.length === 0 };
}

/** Writes a page, and reads it as a page and as Markdown, twice each: the second time it is kept. */
async function page(beside, { attacker, space, base }, name, document) {
  const title = name.replace(/[^a-z0-9]+/gi, ' ').trim();
  const body = changes([{ title, document }]);
  const { status } = await beside.measure(`${name}: written`, () => insert(attacker, space, body), LONG);
  if (status !== 200) return;
  const address = addressOf(base, title);
  await beside.measure(`${name}: page`, () => read(address));
  await beside.measure(`${name}: page again`, () => read(address));
  await beside.measure(`${name}: .md`, () => read(`${address}.md`));
}

/** Operations whose schemas hold themselves. */
async function operations(beside, { attacker, organization, space, base }) {
  await attacker.call('POST', `/v1/orgs/${organization}/openapi`, {
    slug: 'parts',
    source: { text: JSON.stringify(RECURSIVE) },
  });
  for (;;) {
    const { lastVersion } = await attacker.call('GET', `/v1/orgs/${organization}/openapi/parts`);
    if (lastVersion) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const block = {
    object: 'block',
    type: 'openapi-operation',
    isVoid: true,
    data: { ref: { kind: 'openapi', spec: 'parts' }, path: '/parts', method: 'get' },
  };
  for (const count of [3, 40]) {
    const title = `Parts ${count}`;
    await insert(
      attacker,
      space,
      changes([{ title, document: { document: documentOf(count, () => block) } }]),
    );
    const address = addressOf(base, title);
    await beside.measure(`${count} operations with recursive schemas: page`, () => read(address));
    await beside.measure(`${count} operations with recursive schemas: .md`, () => read(`${address}.md`));
  }
}

async function batch(beside, { attacker, space }) {
  const pages = Array.from({ length: 50 }, (_, at) => ({
    title: `Batch ${at}`,
    document: { markdown: text(at, 19_000) },
  }));
  const body = changes(pages);
  await beside.measure('50 pages of 19 kB in one batch', () => insert(attacker, space, body), LONG);
}

/** All pages in one text, and one page that many want at once and nobody has read. */
async function all(beside, { attacker, space, base }) {
  await beside.measure('llms-full.txt of all', () => read(`${base}/llms-full.txt`), { seconds: Infinity });
  const title = 'Read at once';
  await insert(attacker, space, changes([{ title, document: PAGES['table of 4,000 rows'] }]));
  const address = addressOf(base, title);
  await beside.measure('a page read by 20 at once', async () => {
    const [first] = await Promise.all(Array.from({ length: 20 }, () => read(address)));
    return first;
  });
}

/** A small space of another organization, and its published page. */
export async function neighbour(bindery, client) {
  const { id } = await client.call('POST', '/v1/orgs', { title: 'Neighbour' }).catch(() => ({}));
  const organization = id ?? (await client.organization());
  const { space, base, pages } = await publishedSpace(client, organization, 'Small');
  const paths = [`/v1/spaces/${space}`, `/v1/spaces/${space}/content/page/${pages[0]}?format=document`];
  return { headers: client.headers, urls: [...paths.map((path) => bindery.url + path), `${base}/first`] };
}

async function publishedSpace(client, organization, title) {
  const space = (await client.createSpace(organization, title)).id;
  const pages = await client.insert(space, [{ title: 'First', markdown: text(1, 2_000) }]);
  const site = await client.call('POST', `/v1/orgs/${organization}/sites`, {
    title,
    visibility: 'public',
    spaces: [space],
  });
  const { urls } = await client.call('POST', `/v1/orgs/${organization}/sites/${site.id}/publish`);
  const { pathname } = new URL(urls.published);
  return { space, pages, base: client.url + pathname.replace(/\/$/, '') };
}

function addressOf(base, title) {
  return `${base}/${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
}

function changes(pages) {
  return JSON.stringify({ changes: pages.map((page) => ({ operation: 'insert_page', ...page })) });
}

function insert(client, space, body) {
  const url = `${client.url}/v1/spaces/${space}/content?compat=false`;
  return answered(url, { method: 'POST', headers: client.headers, body });
}

function read(url) {
  return answered(url);
}

async function answered(url, options) {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.arrayBuffer();
  return response.status;
}
