import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { on } from 'node:events';
import { noSuchObject, RemoteProblem } from '../remote-problem.js';
import { type GitProcess, kill } from './git-process.js';

/** Reads objects one after the other from one program, which would take longer to start than to answer. */
export class BlobReader {
  private child: ChildProcessWithoutNullStreams | undefined;
  private input: AsyncIterator<[Buffer]> | undefined;
  private waiting: Buffer[] = [];
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly git: GitProcess,
    private readonly dir: string,
  ) {}

  /** @throws RemoteProblem `no-such-object` for an object that is not here. */
  read(oid: string): Promise<Buffer> {
    const next = this.last.catch(() => undefined).then(() => this.ask(oid));
    this.last = next;
    return next;
  }

  close(): void {
    if (this.child) kill(this.child);
    this.child = undefined;
    this.input = undefined;
    this.waiting = [];
  }

  private async ask(oid: string): Promise<Buffer> {
    if (!this.child) {
      this.child = this.git.start(this.dir, { args: ['cat-file', '--batch'] });
      this.child.stderr.resume();
      this.input = on(this.child.stdout, 'data', { close: ['close'] }) as AsyncIterator<[Buffer]>;
    }
    this.child.stdin.write(`${oid}\n`);
    const [, , size] = (await this.line()).split(' ');
    if (size === undefined) throw noSuchObject();
    const bytes = await this.take(Number(size));
    await this.take(1);
    return bytes;
  }

  private async line(): Promise<string> {
    for (;;) {
      const all = Buffer.concat(this.waiting);
      const end = all.indexOf(10);
      this.waiting = [all];
      if (end >= 0) return (await this.take(end + 1)).toString('latin1').trim();
      await this.more();
    }
  }

  /** Joined once, as a file may come in thousands of pieces. */
  private async take(count: number): Promise<Buffer> {
    let length = this.waiting.reduce((sum, part) => sum + part.length, 0);
    while (length < count) length += await this.more();
    const all = Buffer.concat(this.waiting);
    this.waiting = [all.subarray(count)];
    return all.subarray(0, count);
  }

  private async more(): Promise<number> {
    const next = await this.input?.next();
    if (!next || next.done) {
      this.close();
      throw new RemoteProblem('broken', 'The repository cannot be read.');
    }
    this.waiting.push(next.value[0]);
    return next.value[0].length;
  }
}
