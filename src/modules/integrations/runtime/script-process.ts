import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import {
  makeWorkerFolder,
  type ScriptLimits,
  type ServerSockets,
  type WorkerFolder,
} from './worker-folder.js';

/** Path of the program. Required, because its package means another default export than Node gives to imports. */
const { default: WORKERD } = createRequire(import.meta.url)('workerd') as { default: string };
const START_LIMIT_MS = 10_000;
const WATCH_MS = 100;
const PAGE_BYTES = 4096;
/** Less of the processor than the server gets. */
const NICENESS = 10;
/** Of what the process says when it fails. */
const MAX_COMPLAINT_LENGTH = 4000;

/**
 * Becomes the process, with a shell beside it that ends it when the server is gone, however that ended: then their pipe is
 * closed. A line on it says that the process ended first, whose id may be another's by then.
 */
const GUARDED = '(read _ <&4 || kill -9 $$) >/dev/null 2>&1 3>&- & exec "$0" "$@" 4<&-';

/** The script could not run: it does not compile, or its process was ended. The message is for its author. */
export class ScriptFailed extends Error {}

/** One process of workerd with one script. It is used until it ends; whoever needs it again starts another. */
export class ScriptProcess {
  /** Why it ended, once it has. */
  ended: string | undefined;
  private complaint = '';
  private readonly onEnd = new Set<() => void>();

  private constructor(
    private readonly folder: WorkerFolder,
    private readonly child: ChildProcess,
    memoryMegabytes: number,
  ) {
    child.stderr?.on('data', (data: Buffer) => {
      this.complaint = (this.complaint + data.toString('utf8')).slice(0, MAX_COMPLAINT_LENGTH);
    });
    const watch = setInterval(() => this.checkMemory(memoryMegabytes), WATCH_MS).unref();
    this.onEnd.add(() => clearInterval(watch));
    child.once('error', (error) => this.end(error.message));
    child.once('exit', () => {
      const outOfMemory = this.complaint.includes('heap out of memory');
      this.end(outOfMemory ? 'The script needs more memory than it may have.' : 'The script stopped.');
    });
  }

  /**
   * Starts a process and waits until it takes events.
   * @throws ScriptFailed with the compiler's message.
   */
  static async start(
    script: string,
    sockets: ServerSockets,
    limits: ScriptLimits & { memoryMegabytes: number },
  ): Promise<ScriptProcess> {
    const folder = await makeWorkerFolder(script, sockets, limits);
    const child = spawnGuarded([WORKERD, 'serve', '--control-fd=3', folder.config]);
    const started = new ScriptProcess(folder, child, limits.memoryMegabytes);
    if (child.pid !== undefined) lowerPriority(child.pid);
    await started.listening();
    return started;
  }

  /** Socket at which the process receives events over HTTP. */
  get socket(): string {
    return this.folder.socket;
  }

  /** Ends the process at once. @param reason what those who wait for an answer are told. */
  kill(reason: string): void {
    this.end(reason);
    // Without a process id, the signal would go to our own process group.
    if (this.child.pid !== undefined) this.child.kill('SIGKILL');
  }

  /** Calls back when it ends; answers a function that takes this back. */
  whenEnded(callback: () => void): () => void {
    if (this.ended === undefined) this.onEnd.add(callback);
    else callback();
    return () => void this.onEnd.delete(callback);
  }

  private end(reason: string): void {
    if (this.ended !== undefined) return;
    this.ended = reason;
    for (const callback of this.onEnd) callback();
    void this.folder.remove();
  }

  /** workerd writes a line of JSON to its control channel when a socket is open. */
  private listening(): Promise<void> {
    const control = pipeOf<Readable>(this.child, 3);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.kill('The script takes too long to start.'), START_LIMIT_MS);
      const forget = this.whenEnded(() => {
        clearTimeout(timer);
        reject(new ScriptFailed(compilerMessage(this.complaint) ?? this.ended));
      });
      control?.once('data', () => {
        clearTimeout(timer);
        forget();
        resolve();
      });
    });
  }

  private checkMemory(megabytes: number): void {
    if (residentBytes(this.child.pid) > megabytes * 2 ** 20)
      this.kill('The script needs more memory than it may have.');
  }
}

/** Compiler error of workerd: before it receives events, it only reports problems of compiling or starting the script. */
function compilerMessage(complaint: string): string | undefined {
  const lines = complaint
    .split('\n')
    .map((line) => line.replace(/^service \w+: /, '').trim())
    .filter((line) => line !== '' && !line.startsWith('stack:') && !line.startsWith('***'));
  return lines.length === 0 ? undefined : lines.slice(0, 10).join('\n');
}

/**
 * @returns a process that does not outlive this one. With the first process of a container all others end too. One that could not
 * be started says so as `error`, which ends nobody who does not listen.
 */
export function spawnGuarded(command: [string, ...string[]], isFirst = process.pid === 1): ChildProcess {
  const [program, ...args] = isFirst ? command : ['/bin/sh', '-c', GUARDED, ...command];
  const child = spawn(program, args, { env: {}, stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  child.on('error', () => undefined);
  const guard = pipeOf<Writable>(child, 4);
  guard?.on('error', () => undefined);
  child.once('exit', () => guard?.end('\n'));
  return child;
}

/** None when the process was not started because too many files are open: Node then leaves out `stdio` against its types. */
function pipeOf<T>(child: ChildProcess, number: 3 | 4): T | undefined {
  return (child.stdio as ChildProcess['stdio'] | undefined)?.[number] as T | undefined;
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has ended already.
  }
}

/**
 * On other systems than Linux, memory is not watched; the heap limit still holds. The file is in memory: reading it
 * synchronously is cheaper than asynchronously.
 */
function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1] ?? 0) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
