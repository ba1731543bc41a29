/* Measures how long others wait while one organization writes and shows content that is made to be slow. */
import { Client, text } from './seed.mjs';

/** Of each figure, what is asked. */
const LIMITS = { p99: 50, max: 250, memory: 1024, seconds: 2 };
const PAUSE_MS = 10;
export const HOSTILE_COLUMNS = ['content', 'answer', 'seconds', 'p50 ms', 'p99 ms', 'max ms', 'MB', ''];

const repeat = (part, count) => part.repeat(count);
const lines = (count, line) => Array.from({ length: count }, (_, at) => line(at)).join('\n');
const fence = (language, code) => `\`\`\`${language}\n${code}\n\`\`\`\n`;
const formula = (length) =>
  `$$\n${repeat('\\frac{a}{b}+', Math.ceil(length / 12)).slice(0, length - 1)}c\n$$\n\n`;
const node = (type, value) => ({
  object: 'block',
  type,
  isVoid: false,
  data: {},
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: value, marks: [] }] }],
});
const documentOf = (count, make) => ({
  object: 'document',
  data: {},
  nodes: Array.from({ length: count }, (_, at) => make(at)),
});

/** Pages by what is hard about them: as Markdown, or as a document; then read as a page and as Markdown. */
const PAGES = {
  'bash, 2 lines of 1,980 <': {
    markdown: fence(
      'bash',
      lines(2, () => repeat('<', 1980)),
    ),
  },
  'bash, 5 lines': {
    markdown: fence(
      'bash',
      lines(5, () => repeat('<', 1980)),
    ),
  },
  'bash, 100 lines': {
    markdown: fence(
      'bash',
      lines(100, () => repeat('<', 1980)),
    ),
  },
  '12,000 equal headings': { markdown: repeat('# A\n\n', 12_000) },
  '30,000 equal headings': { markdown: repeat('# A\n\n', 30_000) },
  '60,000 equal headings, a document': { document: documentOf(60_000, () => node('heading-1', 'A')) },
  'table of 4,000 rows': { markdown: `| a | b |\n| - | - |\n${lines(4_000, () => '| 1 | 2 |')}` },
  'table of 20,000 rows': { markdown: `| a | b |\n| - | - |\n${lines(20_000, () => '| 1 | 2 |')}` },
  '3 formulas of 10,000': { markdown: repeat(formula(10_000), 3) },
  '20 formulas of 10,000': { markdown: repeat(formula(10_000), 20) },
  '95 formulas of 1,000': { markdown: lines(95, (at) => `$$\n${at}${repeat('x^{2}+', 160)}c\n$$\n`) },
  '15,000 elements in each other': { markdown: repeat('<u>', 15_000) + 'x' + repeat('</u>', 15_000) },
  '100,000 dollars': { markdown: repeat('$$x', 50_000) },
  '15,000 addresses': { markdown: repeat('www.a.b ', 15_000) },
  '4,000 embeds': { markdown: repeat('{% embed url="https://a.example/b" %}\n\n', 4_000) },
  '60,000 paragraphs, a document': { document: documentOf(60_000, (at) => node('paragraph', `Words ${at}`)) },
  '60,000 lines of code, a document': {
    document: {
      ...documentOf(1, () => ({
        ...node('code', ''),
        nodes: Array.from({ length: 60_000 }, (_, at) => node('code-line', `line ${at}`)),
      })),
    },
  },
  '100,000 <p>': { markdown: repeat('<p>', 100_000) },
  '30,000 names in front matter': { markdown: `---\n${lines(30_000, (at) => `n${at}: ${at}`)}\n---\n\nx` },
  '20,000 equal paragraphs': { document: documentOf(20_000, () => node('paragraph', 'Same')) },
};

/** Measures all, and answers a row of each. */
export async function hostile(bindery, client, organization) {
  const other = await neighbour(bindery, client);
  const rows = [];
  const measure = async (name, work) => {
    const { ok, cells } = await beside(bindery, other, name, work);
    rows.push(cells);
    process.stderr.write(`${cells.join(' | ')}\n`);
    return ok;
  };
  await measure('nothing', () => new Promise((resolve) => setTimeout(resolve, 3_000)));
  const attacker = new Client(bindery.url);
  const { space, base } = await publishedSpace(attacker, organization, 'Hostile');
  for (const [name, document] of Object.entries(PAGES)) {
    const title = `Page ${rows.length}`;
    const written = await measure(`${name}: written`, () => insert(attacker, space, [{ title, document }]));
    if (!written) continue;
    const address = `${base}/${title.toLowerCase().replace(' ', '-')}`;
    await measure(`${name}: page`, () => read(address));
    await measure(`${name}: .md`, () => read(`${address}.md`));
  }
  const batch = Array.from({ length: 50 }, (_, at) => ({
    title: `Batch ${at}`,
    document: { markdown: text(at, 19_000) },
  }));
  await measure('50 pages of 19 kB in one batch', () => insert(attacker, space, batch));
  await references(attacker, organization, space, base, measure);
  await measure('llms-full.txt of all', () => read(`${base}/llms-full.txt`));
  await measure('a page read by 20 at once', () =>
    Promise.all(Array.from({ length: 20 }, () => read(`${base}/page-1?`))).then(([first]) => first),
  );
  return rows;
}

/** Operations whose schemas hold themselves. */
async function references(client, organization, space, base, measure) {
  const names = Array.from({ length: 8 }, (_, at) => `S${at}`);
  const schema = {
    type: 'object',
    description: 'A *part* of `itself`.',
    properties: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/schemas/${name}` }])),
  };
  const specification = {
    openapi: '3.0.0',
    info: { title: 'Parts', version: '1' },
    paths: {
      '/parts': {
        get: { responses: { 200: { description: 'Parts', content: { 'application/json': { schema } } } } },
      },
    },
    components: { schemas: Object.fromEntries(names.map((name) => [name, schema])) },
  };
  await client.call('POST', `/v1/orgs/${organization}/openapi`, {
    slug: 'parts',
    source: { text: JSON.stringify(specification) },
  });
  for (;;) {
    const { lastVersion } = await client.call('GET', `/v1/orgs/${organization}/openapi/parts`);
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
    await insert(client, space, [{ title, document: { document: documentOf(count, () => block) } }]);
    const address = `${base}/${title.toLowerCase().replace(' ', '-')}`;
    await measure(`${count} operations with recursive schemas: page`, () => read(address));
    await measure(`${count} operations with recursive schemas: .md`, () => read(`${address}.md`));
  }
}

/** A small space of another organization, and its published page. */
async function neighbour(bindery, client) {
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

async function insert(client, space, pages) {
  const changes = pages.map((page) => ({ operation: 'insert_page', ...page }));
  const response = await fetch(`${client.url}/v1/spaces/${space}/content?compat=false`, {
    method: 'POST',
    headers: client.headers,
    body: JSON.stringify({ changes }),
  });
  await response.arrayBuffer();
  return response.status;
}

async function read(url) {
  const response = await fetch(url);
  await response.arrayBuffer();
  return response.status;
}

/** Runs `work` while the neighbour reads on; a page that answers an error but no 4xx is a failure. */
async function beside(bindery, { urls, headers }, name, work) {
  const waits = [];
  let peak = 0;
  let isOver = false;
  const readers = urls.map(async (url) => {
    while (!isOver) {
      const begin = performance.now();
      await (await fetch(url, { headers })).arrayBuffer();
      waits.push(performance.now() - begin);
      peak = Math.max(peak, bindery.memory());
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  });
  const begin = performance.now();
  const status = await work().catch((error) => String(error.cause?.code ?? error.message));
  const seconds = (performance.now() - begin) / 1000;
  // What it left behind still runs for a moment.
  await new Promise((resolve) => setTimeout(resolve, 300));
  isOver = true;
  await Promise.all(readers);
  waits.sort((a, b) => a - b);
  const at = (share) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))];
  const p99 = at(0.99);
  const max = waits.at(-1);
  const isAnswered = status === undefined || (typeof status === 'number' && status < 500);
  const isFast = seconds <= LIMITS.seconds || name === 'nothing' || name.startsWith('llms-full');
  const isKept = p99 <= LIMITS.p99 && max <= LIMITS.max && peak <= LIMITS.memory;
  const passes = isAnswered && isFast && isKept;
  return {
    ok: status === 200,
    cells: [
      name,
      String(status ?? ''),
      seconds.toFixed(2),
      at(0.5).toFixed(1),
      p99.toFixed(0),
      max.toFixed(0),
      peak.toFixed(0),
      passes ? 'pass' : 'fail',
    ],
  };
}
