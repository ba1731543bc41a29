import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteProblem } from '../remote-problem.js';
import { explain } from './explain.js';
import type { GitEnvironment } from './git-environment.js';
import type { GitAnswer, GitCall, GitProcess } from './git-process.js';

/** A bare repository of ours in a folder, and what Git is told to do with it. */
export class GitCalls {
  constructor(
    readonly git: GitProcess,
    readonly dir: string,
    readonly environment: GitEnvironment,
  ) {}

  /** Another repository inside of the folder. */
  within(name: string): GitCalls {
    return new GitCalls(this.git, join(this.dir, name), this.environment);
  }

  /** Makes the repository unless it is there: nothing of the machine's templates is in it. */
  async prepare(url: string): Promise<void> {
    const config = join(this.dir, 'config');
    const text = `[core]\n\trepositoryformatversion = 0\n\tbare = true\n[remote "origin"]\n\turl = "${url.replace(/["\\]/g, String.raw`\$&`)}"\n`;
    if ((await readFile(config, 'utf8').catch(() => '')) === text) return;
    for (const folder of ['objects', 'refs']) await mkdir(join(this.dir, folder), { recursive: true });
    await writeFile(join(this.dir, 'HEAD'), 'ref: refs/heads/none\n');
    await writeFile(config, text);
  }

  /** Removes all that is in the folder. */
  async empty(): Promise<void> {
    for (const name of await readdir(this.dir))
      await rm(join(this.dir, name), { recursive: true, force: true });
  }

  /** Lets Git do something without a network. @throws RemoteProblem where it does not. */
  async local(args: readonly string[], more: Omit<GitCall, 'args'> = {}): Promise<string> {
    const answer = await this.git.run(this.dir, { ...more, args });
    if (answer.status !== 0) throw this.problemOf(answer);
    return answer.output.toString('utf8');
  }

  /** Answers whether Git does something without a network. */
  async succeeds(args: readonly string[]): Promise<boolean> {
    return (await this.git.run(this.dir, { args })).status === 0;
  }

  /** Lets Git speak to the server. @throws RemoteProblem where it cannot. */
  async remote(args: readonly string[], more: Omit<GitCall, 'args'> = {}): Promise<GitAnswer> {
    const answer = await this.ask(args, more);
    if (answer.status !== 0) throw this.problemOf(answer);
    return answer;
  }

  /** As `remote`, for those who read failures themselves. */
  ask(args: readonly string[], more: Omit<GitCall, 'args'> = {}): Promise<GitAnswer> {
    if (this.environment.proxy) this.environment.proxy.failure = undefined;
    return this.git.run(this.dir, { ...more, args });
  }

  problemOf(answer: GitAnswer): RemoteProblem {
    return explain(answer, this.environment.proxy?.failure);
  }
}
