/* Measures how long a space and a large repository take until they are the same. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commits, git, serve, write } from './git.mjs';

const POLL_MS = 50;
export const SYNC_COLUMNS = ['what', 'seconds', 'sent MB', 'our MB'];

/** A row of the first sync of a repository, and of edits on either side. */
export async function syncs(bindery, client, organization, { files, history }) {
  const root = mkdtempSync(join(tmpdir(), 'bindery-bench-sync-'));
  const repository = await makeRepository(root, files, history);
  const server = await serve(root);
  const rows = [];
  const measure = async (name, work) => {
    server.restart();
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1000;
    const megabytes = server.sent() / 1024 ** 2;
    rows.push([name, seconds.toFixed(1), megabytes.toFixed(1), bindery.memory().toFixed(0)]);
  };
  try {
    const { id } = await client.createSpace(organization, 'Synced');
    const path = `/v1/spaces/${id}`;
    const ended = () => latestEnded(client, path);
    await measure(`first sync of ${files} files`, async () => {
      await client.call('POST', `${path}/git/connection`, { url: `${server.url}/docs.git`, folder: 'docs' });
      await ended();
    });
    await bindery.analyze();
    const sync = async () => {
      await client.call('POST', `${path}/git/connection/sync`);
      await ended();
    };
    await measure('nothing new', sync);
    await write(repository, change({ 'part-7/page-7.md': '# Page 7\n\nOther words.\n' }));
    await measure('one file changed in the repository', sync);
    await write(repository, change({ 'part-7/new.md': '# New\n\nNew words.\n' }));
    await measure('one file added in the repository', sync);
    const { pages } = await client.call('GET', `${path}/content`);
    const page = pages[3].pages[5].id;
    const before = headOf(repository);
    await measure('one page changed in the space', async () => {
      const document = { markdown: '# Page\n\nWords of the space.\n' };
      await client.call('POST', `${path}/content`, {
        changes: [{ operation: 'update_page', page, document }],
      });
      while (headOf(repository) === before) await pause(POLL_MS);
    });
    return rows;
  } finally {
    await server.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function makeRepository(root, files, history) {
  const repository = join(root, 'docs.git');
  git(root, ['init', '--quiet', '--bare', '--initial-branch=main', 'docs.git']);
  for (const setting of ['uploadpack.allowFilter=true', 'http.receivepack=true', 'pack.window=0'])
    git(repository, ['config', ...setting.split('=')]);
  await write(repository, commits(files, history));
  return repository;
}

function* change(files) {
  yield `commit refs/heads/main\ncommitter A <a@example.com> 1760000001 +0000\ndata 0\n\nfrom refs/heads/main^0\n`;
  for (const [path, text] of Object.entries(files))
    yield `M 100644 inline docs/${path}\ndata ${text.length}\n${text}\n`;
  yield 'done\n';
}

const headOf = (cwd) => execFileSync('git', ['rev-parse', 'main'], { cwd, encoding: 'utf8' }).trim();

/** Waits until no run is under way. @throws what the latest failed with. */
async function latestEnded(client, path) {
  for (;;) {
    const { items } = await client.call('GET', `${path}/content/imports`);
    if (items.every(({ state }) => state !== 'running')) {
      if (items[0].state === 'failure') throw new Error(items[0].error);
      return;
    }
    await pause(POLL_MS);
  }
}
