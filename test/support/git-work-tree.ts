import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type GitServer, gitScript } from './git-server.js';

/** Somebody's clone of a repository, in which they edit files and push what they did. */
export class GitWorkTree {
  private readonly folder: string;

  constructor(server: GitServer, name: string) {
    this.folder = join(server.root, `clone-of-${name}`);
    const person = ['-c', 'user.name=Writer', '-c', 'user.email=writer@example.com'];
    run(server.root, 'clone', '--quiet', ...person, join(server.root, name), this.folder);
  }

  /** Brings the clone up to date with the branch `main`. */
  pull(): void {
    gitScript(this.folder, 'git fetch --quiet origin && git reset --quiet --hard origin/main');
  }

  /** Commits all changes on top of the branch `main`; false where somebody else was faster, and nothing came of them. */
  push(message: string): boolean {
    const said = gitScript(
      this.folder,
      `git add --all || exit 1
       if git diff --cached --quiet; then exit 0; fi
       git commit --quiet -m "$1" || exit 1
       git push --quiet origin HEAD:main 2>/dev/null || echo late`,
      [message],
    );
    return said.trim() !== 'late';
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  remove(path: string): void {
    rmSync(join(this.folder, path));
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.folder, to)), { recursive: true });
    run(this.folder, 'mv', from, to);
  }

  /** Paths of all files. */
  list(): string[] {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.folder.length + 1))
      .filter((path) => !path.startsWith('.git/'))
      .sort();
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function run(cwd: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  return stdout;
}
