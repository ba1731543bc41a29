import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** True if this machine can serve repositories. */
export const hasGit = spawnSync('git', ['--version']).status === 0;

/** Serves repositories in a temporary folder over smart HTTP, the way `git http-backend` does behind any web server. */
export class GitServer {
  /** Answers what is asked below `/api/`, as the API of a host does. */
  api?: (request: IncomingMessage, response: ServerResponse) => void;

  private constructor(
    private readonly server: Server,
    private readonly stopBackend: () => void,
    readonly root: string,
    readonly url: string,
  ) {}

  /** Paths that were asked for, with their queries. */
  readonly requests: string[] = [];

  /** @param password required of the user `me`; absent for open access. */
  static async start(password?: string): Promise<GitServer> {
    const root = mkdtempSync(join(tmpdir(), 'bindery-git-server-'));
    const wanted = password && `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;
    const { socketPath, stop } = await startBackend(root);
    const server = createServer((incoming, response) => {
      started.requests.push(`${incoming.method} ${incoming.url}`);
      if (incoming.url?.startsWith('/api/') && started.api) started.api(incoming, response);
      else if (wanted && incoming.headers.authorization !== wanted)
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
      else serve(socketPath, incoming, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const started = new GitServer(server, stop, root, `http://127.0.0.1:${port}`);
    return started;
  }

  /**
   * A bare repository with one commit of the files, or an empty one. Answers its address.
   * @param filters whether a part of a commit may be fetched, as hosts allow.
   */
  create(name: string, files: Record<string, string> = {}, { filters = true } = {}): string {
    const bare = join(this.root, name);
    gitScript(
      this.root,
      `git init --quiet --bare --initial-branch=main "$1" && cd "$1" &&
       git config http.receivepack true && git config uploadpack.allowFilter "$2"`,
      [bare, String(filters)],
    );
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
    const force = ref === 'refs/heads/main' ? '' : '--force';
    const oid = gitScript(
      work,
      `git add --all && git -c user.name=T -c user.email=t@example.com commit --quiet -m "$1" &&
       git push --quiet $3 origin "HEAD:$2" && git rev-parse HEAD`,
      [message, ref, force],
    ).trim();
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
    this.stopBackend();
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Id of the newest commit of the branch `main`. */
export function commitAt({ root }: GitServer, name: string): string {
  return git(join(root, name), 'rev-parse', 'main').trim();
}

/** Several commands in one program, as this process takes long to start one. */
export function gitScript(cwd: string, script: string, args: readonly string[] = []): string {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', ...args], {
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${script}: ${stderr}`);
  return stdout;
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

/** Lets a smaller process answer, which starts programs faster than this one. */
function serve(socketPath: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { url, method, headers } = incoming;
  const outgoing = request({ socketPath, path: url, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

async function startBackend(root: string): Promise<{ socketPath: string; stop: () => void }> {
  const socketPath = join(root, 'backend.sock');
  const script = fileURLToPath(new URL('git-backend.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, socketPath, root], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return { socketPath, stop: () => child.kill() };
}
