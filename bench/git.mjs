/* Measures what it takes to fetch a large repository and then one change of it, by Git's program and by the library. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';

const MB = 1024 ** 2;
export const GIT_COLUMNS = ['fetch', 'seconds', 'to the first', 'sent MB', 'our MB', "Git's MB"];

/** A row of each fetch. `files` are in the last commit; `history` bytes that cannot be compressed are in those before it. */
export async function gitFetches({ files, history }) {
  const root = mkdtempSync(join(tmpdir(), 'bindery-bench-git-'));
  try {
    git(root, ['init', '--quiet', '--bare', '--initial-branch=main', 'docs.git']);
    for (const setting of ['uploadpack.allowFilter=true', 'pack.window=0'])
      git(join(root, 'docs.git'), ['config', ...setting.split('=')]);
    await write(join(root, 'docs.git'), commits(files, history));
    const rows = [];
    for (const by of ['program', 'library']) rows.push(...(await measure(root, by)));
    const first = rows[0].seconds;
    return rows.map(({ name, seconds, sent, ours, programs }) => [
      name,
      seconds.toFixed(2),
      (seconds / first).toFixed(2),
      (sent / MB).toFixed(1),
      ours.toFixed(0),
      programs.toFixed(0),
    ]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function measure(root, by) {
  const server = await serve(root);
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'git-worker.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, BENCH_URL: `${server.url}/docs.git`, BENCH_DATA: join(root, by), BENCH_BY: by },
  });
  const answers = worker.stdout[Symbol.asyncIterator]();
  const rows = [];
  for (const what of ['first', 'after one change', 'after one more']) {
    if (what !== 'first') await write(join(root, 'docs.git'), change(what));
    server.restart();
    const peaks = watch(worker.pid);
    worker.stdin.write('fetch\n');
    const { value } = await answers.next();
    if (value === undefined) throw new Error('The worker ended.');
    const { seconds } = JSON.parse(String(value));
    rows.push({ name: `${by}, ${what}`, seconds, sent: server.sent(), ...peaks.end() });
  }
  worker.kill();
  await once(worker, 'close');
  await server.close();
  return rows;
}

/** Language of `git fast-import`: large files that are replaced, then many small ones. */
export function* commits(files, history) {
  const size = 10 * MB;
  const person = 'committer A <a@example.com>';
  for (let at = 0; at < history / size; at++) {
    yield `commit refs/heads/main\n${person} ${1_700_000_000 + at} +0000\ndata 0\n\n`;
    yield `M 100644 inline large.bin\ndata ${size}\n`;
    yield randomBytes(size);
    yield '\n';
  }
  yield `commit refs/heads/main\n${person} 1760000000 +0000\ndata 0\n\nD large.bin\n`;
  for (let at = 0; at < files; at++) {
    const text = `# Page ${at}\n\n${randomBytes(1500).toString('base64')}\n`;
    yield `M 100644 inline docs/part-${at % 50}/page-${at}.md\ndata ${text.length}\n${text}\n`;
  }
  yield 'done\n';
}

function* change(text) {
  const page = `# Page 7\n\n${text}\n`;
  yield `commit refs/heads/main\ncommitter A <a@example.com> 1760000001 +0000\ndata 0\n\nfrom refs/heads/main^0\n`;
  yield `M 100644 inline docs/part-7/page-7.md\ndata ${page.length}\n${page}\ndone\n`;
}

/** Makes commits in a bare repository. */
export async function write(repository, parts) {
  const child = spawn('git', ['fast-import', '--quiet', '--done'], {
    cwd: repository,
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  for (const part of parts) if (!child.stdin.write(part)) await once(child.stdin, 'drain');
  child.stdin.end();
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error('The repository was not made.');
}

export function git(cwd, args) {
  const { status, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** `git http-backend` behind a server that counts what it sends. */
export async function serve(root) {
  let sent = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://localhost');
    const backend = spawn('git', ['http-backend'], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        HTTP_GIT_PROTOCOL: request.headers['git-protocol'] ?? '',
      },
    });
    request.pipe(backend.stdin);
    backend.stdin.on('error', () => undefined);
    let head = Buffer.alloc(0);
    const readHead = (chunk) => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      backend.stdout.off('data', readHead);
      for (const line of head.subarray(0, end).toString().split('\r\n')) {
        const [name, value] = line.split(/:\s*/, 2);
        response.setHeader(name, value);
      }
      response.write(head.subarray(end + 4));
      backend.stdout.pipe(response);
    };
    backend.stdout.on('data', readHead);
    backend.stdout.on('data', (chunk) => (sent += chunk.length));
    backend.on('close', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    sent: () => sent,
    restart: () => (sent = 0),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** The most memory of a process, and of the programs that it started together, while it is watched. */
function watch(pid) {
  let [ours, programs] = [0, 0];
  const look = () => {
    ours = Math.max(ours, memoryOf(pid));
    programs = Math.max(
      programs,
      descendants(pid).reduce((sum, child) => sum + memoryOf(child), 0),
    );
  };
  const timer = setInterval(look, 20);
  return {
    end: () => {
      look();
      clearInterval(timer);
      return { ours, programs };
    },
  };
}

function descendants(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) parents.set(Number(name), Number(/^PPid:\s*(\d+)/m.exec(statusOf(name))?.[1]));
  const found = new Set([pid]);
  for (const parent of found) for (const [child, of] of parents) if (of === parent) found.add(child);
  found.delete(pid);
  return [...found];
}

const memoryOf = (pid) => Number(/^VmRSS:\s*(\d+)/m.exec(statusOf(pid))?.[1] ?? 0) / 1024;

function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
