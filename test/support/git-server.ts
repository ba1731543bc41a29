import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** True if this machine can serve repositories. */
export const hasGit = spawnSync('git', ['--version']).status === 0;

/** Serves repositories in a temporary folder over smart HTTP, the way `git http-backend` does behind any web server. */
export class GitServer {
  /** Answers what is asked below `/api/`, as the API of a host does. */
  api?: (request: IncomingMessage, response: ServerResponse) => void;

  private constructor(
    private readonly server: Server,
    readonly root: string,
    readonly url: string,
  ) {}

  /** Paths that were asked for, with their queries. */
  readonly requests: string[] = [];

  /** @param password required of the user `me`; absent for open access. */
  static async start(password?: string): Promise<GitServer> {
    const root = mkdtempSync(join(tmpdir(), 'bindery-git-server-'));
    const wanted = password && `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
    const server = createServer((request, response) => {
      started.requests.push(`${request.method} ${request.url}`);
      if (request.url?.startsWith('/api/') && started.api) started.api(request, response);
      else if (wanted && request.headers.authorization !== wanted)
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      else serve(root, request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const started = new GitServer(server, root, `http://127.0.0.1:${port}`);
    return started;
  }

  /**
   * A bare repository with one commit of the files, or an empty one. Answers its address.
   * @param filters whether a part of a commit may be fetched, as hosts allow.
   */
  create(name: string, files: Record<string, string> = {}, { filters = true } = {}): string {
    const bare = join(this.root, name);
    git(this.root, 'init', '--quiet', '--bare', '--initial-branch=main', bare);
    git(bare, 'config', 'http.receivepack', 'true');
    git(bare, 'config', 'uploadpack.allowFilter', String(filters));
    if (Object.keys(files).length > 0) this.commit(name, files, 'First');
    return `${this.url}/${name}`;
  }

  /**
   * Adds a commit with the files to a ref, the branch `main` when absent.
   * @param from what the commit is made on top of, where that is something else.
   * @returns its id.
   */
  commit(
    name: string,
    files: Record<string, string>,
    message: string,
    { ref = 'refs/heads/main', from = ref }: { ref?: string; from?: string } = {},
  ): string {
    const work = mkdtempSync(join(this.root, 'work-'));
    git(this.root, 'clone', '--quiet', join(this.root, name), work);
    if (from !== 'refs/heads/main') {
      git(work, 'fetch', '--quiet', 'origin', from);
      git(work, 'checkout', '--quiet', 'FETCH_HEAD');
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), text);
    }
    git(work, 'add', '--all');
    git(work, '-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit', '--quiet', '-m', message);
    const force = ref === 'refs/heads/main' ? [] : ['--force'];
    git(work, 'push', '--quiet', ...force, 'origin', `HEAD:${ref}`);
    const oid = git(work, 'rev-parse', 'HEAD').trim();
    rmSync(work, { recursive: true });
    return oid;
  }

  /** Refuses pushes to the branch `main` from now on, as hosts do with protected branches. */
  protect(name: string): void {
    const hook = join(this.root, name, 'hooks', 'update');
    writeFileSync(hook, '#!/bin/sh\n[ "$1" != refs/heads/main ]\n', { mode: 0o755 });
  }

  /** Makes `main` the commit that a ref is at, with a commit that joins both. */
  merge(name: string, ref: string): void {
    const work = mkdtempSync(join(this.root, 'work-'));
    git(this.root, 'clone', '--quiet', join(this.root, name), work);
    git(work, 'fetch', '--quiet', 'origin', ref);
    const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    git(work, ...person, 'merge', '--quiet', '--no-ff', '-m', 'Merge', 'FETCH_HEAD');
    git(work, 'push', '--quiet', 'origin', 'HEAD:main');
    rmSync(work, { recursive: true });
  }

  /**
   * A repository with folders nested `depth` deep, each with `width` equal entries: few objects that expand to very
   * many files.
   */
  createFolders(name: string, { depth, width }: { depth: number; width: number }): string {
    const url = this.create(name);
    const bare = join(this.root, name);
    let tree = git(bare, 'mktree', '--missing').trim();
    for (let level = 0; level < depth; level++) {
      const entries = Array.from({ length: width }, (_, i) => `040000 tree ${tree}\tf${i}\n`).join('');
      tree = gitOf(bare, entries, 'mktree').trim();
    }
    this.commitTree(bare, tree);
    return url;
  }

  /** A repository with one file of zeros in `copies` places. */
  createZeros(name: string, { bytes, copies }: { bytes: number; copies: number }): string {
    const url = this.create(name);
    const bare = join(this.root, name);
    const blob = gitOf(bare, '\0'.repeat(bytes), 'hash-object', '-w', '--stdin').trim();
    const entries = Array.from({ length: copies }, (_, i) => `100644 blob ${blob}\tf${i}.bin\n`).join('');
    this.commitTree(bare, gitOf(bare, entries, 'mktree').trim());
    return url;
  }

  private commitTree(bare: string, tree: string): void {
    const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    const commit = git(bare, ...person, 'commit-tree', '-m', 'Made', tree).trim();
    git(bare, 'update-ref', 'refs/heads/main', commit);
  }

  /** Runs Git in a repository, and answers what it says. */
  git(name: string, args: string[], input: string | Buffer = '', encoding: BufferEncoding = 'utf8'): string {
    return outputOf(join(this.root, name), input, args).toString(encoding);
  }

  /** A hook of the server that refuses every push with these words. */
  refusePushes(name: string, words: string): void {
    const script = `#!/bin/sh\necho "${words}" >&2\nexit 1\n`;
    writeFileSync(join(this.root, name, 'hooks', 'pre-receive'), script, { mode: 0o755 });
  }

  /** The text of a file on the branch. */
  read(name: string, path: string): string {
    return git(join(this.root, name), 'show', `main:${path}`);
  }

  list(name: string): string[] {
    return git(join(this.root, name), 'ls-tree', '-r', '--name-only', 'main').trim().split('\n');
  }

  log(name: string): string[] {
    return git(join(this.root, name), 'log', '--format=%an: %s', 'main').trim().split('\n');
  }

  /** The whole message of the newest commit. */
  message(name: string): string {
    return git(join(this.root, name), 'log', '-1', '--format=%B', 'main').trim();
  }

  /** Replaces the newest commit of the branch `main` by one that has other files, as a forced push does. */
  rewrite(name: string, files: Record<string, string>): void {
    const work = mkdtempSync(join(this.root, 'work-'));
    git(this.root, 'clone', '--quiet', join(this.root, name), work);
    for (const [path, text] of Object.entries(files)) writeFileSync(join(work, path), text);
    git(work, 'add', '--all');
    const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    git(work, ...person, 'commit', '--quiet', '--amend', '-m', 'Rewritten');
    git(work, 'push', '--quiet', '--force', 'origin', 'HEAD:main');
    rmSync(work, { recursive: true });
  }

  renameBranch(name: string, from: string, to: string): void {
    git(join(this.root, name), 'branch', '-m', from, to);
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Id of the newest commit of the branch `main`. */
export function commitAt({ root }: GitServer, name: string): string {
  return git(join(root, name), 'rev-parse', 'main').trim();
}

function git(cwd: string, ...args: string[]): string {
  return gitOf(cwd, '', ...args);
}

function gitOf(cwd: string, input: string, ...args: string[]): string {
  return outputOf(cwd, input, args).toString('utf8');
}

function outputOf(cwd: string, input: string | Buffer, args: string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, input });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.toString()}`);
  return stdout;
}

function serve(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? 'GET',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      HTTP_GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      REMOTE_USER: 'me',
    },
  });
  request.pipe(backend.stdin);
  backend.stdin.on('error', () => undefined);
  response.on('close', () => backend.kill());
  let head: Buffer = Buffer.alloc(0);
  const readHead = (chunk: Buffer): void => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    backend.stdout.off('data', readHead);
    let status = 200;
    for (const line of head.subarray(0, end).toString().split('\r\n')) {
      const [name = '', value = ''] = line.split(/:\s*/, 2);
      if (name.toLowerCase() === 'status') status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status);
    response.write(head.subarray(end + 4));
    backend.stdout.pipe(response);
  };
  backend.stdout.on('data', readHead);
  backend.on('close', () => response.end());
}
