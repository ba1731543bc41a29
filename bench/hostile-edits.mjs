/* Edits that are made to be slow: merges, comparisons, reading what is long, and what imports read. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** For what nobody waits for as for a page. */
const LONG = { seconds: 60 };
const TIMEOUT_MS = 120_000;

const block = (type, text, key) => ({
  ...{ object: 'block', type, isVoid: false, data: {}, ...(key && { key }) },
  nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
});
const many = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const documentOf = (nodes) => ({ object: 'document', data: {}, nodes });

const paragraphs = (count, edited) =>
  documentOf(many(count, (at) => block('paragraph', edited(at), `k${at}`)));
const code = (count, edited) =>
  documentOf([{ ...block('code', '', 'code'), nodes: many(count, (at) => block('code-line', edited(at))) }]);

/** Pages with what main and a change request make of them. */
const MERGES = {
  '20,000 paragraphs, both sides changed': (side) =>
    paragraphs(20_000, (at) =>
      side && at % 2 === (side === 'main' ? 0 : 1) ? `${side} ${at}` : `Words ${at}`,
    ),
  '20,000 paragraphs, all in conflict': (side) => paragraphs(20_000, (at) => `${side ?? 'Words'} ${at}`),
  '29,000 paragraphs, both sides changed': (side) =>
    paragraphs(29_000, (at) =>
      side && at % 2 === (side === 'main' ? 0 : 1) ? `${side} ${at}` : `Words ${at}`,
    ),
  '29,000 lines of code, both sides changed': (side) =>
    code(29_000, (at) => (side && at % 2 === (side === 'main' ? 0 : 1) ? `${side} ${at}` : `line ${at}`)),
};

/** Measures all that `isWanted` by its name. @param place the attacker, their organization and a space of theirs. */
export async function edits(beside, place, isWanted) {
  for (const [name, make] of Object.entries(MERGES))
    if (isWanted(name)) await merge(beside, place, name, make);
  if (isWanted('structure')) await structure(beside, place);
  if (isWanted('stranger')) await stranger(beside, place);
  if (isWanted('robots')) await robots(beside, place);
  if (isWanted('folders')) await folders(beside, place);
}

/** One page: written, read, changed on both sides, compared, updated from main and merged. */
async function merge(beside, { attacker, organization }, name, make) {
  const { id: space } = await attacker.createSpace(organization, name);
  const main = `/v1/spaces/${space}`;
  const change = (text, page) => ({
    changes: [
      page
        ? { operation: 'update_page', page, document: { document: text } }
        : { operation: 'insert_page', title: 'Long', document: { document: text } },
    ],
  });
  const measure = async (what, method, path, body) => {
    const packed = body && JSON.stringify(body);
    let answer;
    const work = async () => (answer = await send(attacker, method, path, packed)).status;
    await beside.measure(`${name}: ${what}`, work, LONG);
    return JSON.parse(answer?.text || '{}');
  };
  const written = await measure('written', 'POST', `${main}/content?compat=false`, change(make()));
  const page = written.changes?.[0]?.page?.id;
  if (!page) return;
  const { id: request } = await attacker.call('POST', `${main}/change-requests`, { subject: 'Mine' });
  const mine = `${main}/change-requests/${request}`;
  const read = `${main}/content/page/${page}`;
  await measure('read as a document', 'GET', `${read}?format=document`);
  await measure('read as Markdown', 'GET', `${read}?format=markdown`);
  await measure('changed in the request', 'POST', `${mine}/content?compat=false`, change(make('mine'), page));
  await measure('changed in the space', 'POST', `${main}/content?compat=false`, change(make('main'), page));
  await measure('compared', 'GET', `${mine}/content/page/${page}/changes`);
  const { revision } = await attacker.call('GET', main);
  await measure('revisions compared', 'GET', `${main}/revisions/${revision}/page/${page}/changes`);
  await measure('updated', 'POST', `${mine}/update`);
  const { result } = await measure('merged', 'POST', `${mine}/merge`);
  if (result !== 'conflicts') return;
  await measure('conflicts listed', 'GET', `${mine}/conflicts?limit=100`);
}

/** Of one request. */
const MAX_CHANGES = 50;

/** Many pages, renamed on one side and moved on the other. */
async function structure(beside, { attacker, organization }) {
  const { id: space } = await attacker.createSpace(organization, 'Structure');
  const main = `/v1/spaces/${space}`;
  const [parent] = await attacker.insert(space, [{ title: 'Parent', markdown: 'x' }]);
  const pages = await attacker.fill(space, 2_000, 200);
  const { id: request } = await attacker.call('POST', `${main}/change-requests`, { subject: 'Moved' });
  const update = (path, fields) =>
    attacker.call('POST', `${path}/content`, {
      changes: fields.map((one) => ({ operation: 'update_page', ...one })),
    });
  const mine = `${main}/change-requests/${request}`;
  for (let start = 0; start < pages.length; start += MAX_CHANGES) {
    const part = pages.slice(start, start + MAX_CHANGES);
    await update(
      main,
      part.map((page, at) => ({ page, title: `Renamed ${start + at}` })),
    );
    await update(
      mine,
      part.map((page) => ({ page, into: parent })),
    );
  }
  const work = async () => (await send(attacker, 'POST', `${mine}/merge`)).status;
  await beside.measure('structure of 2,000 pages merged', work, LONG);
}

/** A long document for a space that does not exist, or that the writer does not see: the same to both. */
async function stranger(beside, { attacker }) {
  const text = { object: 'text', leaves: many(20, () => ({ object: 'leaf', text: 'x', marks: [] })) };
  const document = documentOf(many(7_800, () => ({ ...block('paragraph', ''), nodes: [text] })));
  const changes = [{ operation: 'insert_page', title: 'Long', document: { document } }];
  const body = JSON.stringify({ changes });
  const work = async () => (await send(attacker, 'POST', '/v1/spaces/nobodys/content', body)).status;
  await beside.measure("a stranger's 180,000 nodes", work);
}

/** A website with many addresses, whose robots.txt is long and has long rules. */
async function robots(beside, { attacker, organization }) {
  const rule = `Disallow: /${'a*'.repeat(400)}$\n`;
  const text = `User-agent: *\n${rule.repeat(Math.ceil(500_000 / rule.length))}`;
  const links = many(100, (at) => `<a href="/docs/${'a'.repeat(1_900)}${at}">x</a>`).join('');
  const server = createServer((request, response) => {
    const isRobots = request.url === '/robots.txt';
    response.writeHead(200, { 'content-type': isRobots ? 'text/plain' : 'text/html' });
    response.end(isRobots ? text : `<html><body><main><h1>Page</h1><p>${links}</p></main></body></html>`);
  });
  const url = await listen(server);
  const { id: space } = await attacker.createSpace(organization, 'Robots');
  await beside.measure(
    'a website with 500 kB of robots.txt',
    async () => {
      const run = await attacker.call('POST', `/v1/org/${organization}/imports`, {
        source: { type: 'website', url: `${url}/docs/` },
        target: { space },
      });
      return ended(() => attacker.call('GET', `/v1/org/${organization}/imports/${run.id}`));
    },
    LONG,
  );
  server.close();
  server.closeAllConnections();
}

/** A repository of a few objects that makes ten million folders. */
async function folders(beside, { attacker, organization }) {
  const root = mkdtempSync(join(tmpdir(), 'bindery-bench-git-'));
  git(root, '', 'init', '--quiet', '--bare', '--initial-branch=main', 'folders');
  const bare = join(root, 'folders');
  let tree = git(bare, '', 'mktree');
  for (let level = 0; level < 7; level += 1)
    tree = git(bare, many(10, (at) => `040000 tree ${tree}\tf${at}\n`).join(''), 'mktree');
  const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
  git(
    bare,
    '',
    'update-ref',
    'refs/heads/main',
    git(bare, '', ...person, 'commit-tree', '-m', 'Folders', tree),
  );
  const server = createServer((request, response) => backend(root, request, response));
  const url = `${await listen(server)}/folders`;
  const { id: space } = await attacker.createSpace(organization, 'Folders');
  await beside.measure(
    'a repository of 10,000,000 folders',
    async () => {
      await attacker.call('POST', `/v1/spaces/${space}/git/import`, { url, ref: 'refs/heads/main' });
      return ended(async () => {
        const info = await attacker.call('GET', `/v1/spaces/${space}/git/info`);
        return { status: info.operation.state };
      });
    },
    LONG,
  );
  server.close();
  server.closeAllConnections();
  rmSync(root, { recursive: true });
}

/** Waits until a run is over, however it ended. */
async function ended(look) {
  for (;;) {
    const { status } = await look();
    if (!['pending', 'in-progress', 'running'].includes(status)) return 200;
    await pause(100);
  }
}

function git(cwd, input, ...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

function backend(root, request, response) {
  const { pathname, search } = new URL(request.url, 'http://localhost');
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      HTTP_GIT_PROTOCOL: request.headers['git-protocol'] ?? '',
    },
  });
  request.pipe(child.stdin);
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.on('close', () => {
    const answer = Buffer.concat(chunks);
    const end = answer.indexOf('\r\n\r\n');
    const head = answer.subarray(0, end).toString().split('\r\n');
    const headers = head.map((line) => line.split(/:\s*/, 2)).filter(([name]) => !/^status$/i.test(name));
    const status = Number(head.join('\n').match(/^status: (\d+)/im)?.[1] ?? 200);
    response.writeHead(status, Object.fromEntries(headers)).end(answer.subarray(end + 4));
  });
}

function listen(server) {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}`));
  });
}

async function send({ url, headers }, method, path, body) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url + path, { method, headers, signal, ...(body && { body }) });
  return { status: response.status, text: await response.text() };
}
