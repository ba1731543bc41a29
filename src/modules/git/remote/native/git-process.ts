import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { PACK_LIMITS } from '../isomorphic/pack-limits.js';

const TIMEOUT_MS = 10 * 60_000;
const MAX_SAID = 20_000;
const MAX_OUTPUT = 64 * 1024 * 1024;
/** Bytes of addresses, which is more than what is used of them. */
const MEMORY_BYTES = 2 * 1024 * 1024 * 1024;
const PROCESSOR_SECONDS = 300;
/** A block of the limit of files, by POSIX. */
const BLOCK = 512;

export interface GitCall {
  args: readonly string[];
  /** Standard input of Git; empty when absent. */
  input?: Iterable<Buffer | string> | AsyncIterable<Buffer | string>;
  /** Takes the output in place of an answer. @throws to end the program. */
  onOutput?: (chunk: Buffer) => void;
  timeoutMs?: number;
  env?: Readonly<Record<string, string>>;
}

export interface GitAnswer {
  status: number;
  output: Buffer;
  /** Words for people, from its standard error. */
  said: string;
  /** It ended by a limit of what a program may take, or by the time it had. */
  end: 'exit' | 'limit' | 'timeout';
}

/** Runs Git in one folder, with nothing of the environment but what is given, and with limits for what it takes. */
export class GitProcess {
  constructor(
    private readonly program: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly signal?: AbortSignal,
  ) {}

  /** Runs it to its end, whichever that is. @throws what `onOutput` or the input throws. */
  async run(dir: string, call: GitCall): Promise<GitAnswer> {
    const child = this.start(dir, call);
    const chunks: Buffer[] = [];
    let [length, said, isLate] = [0, '', false];
    let failure: Error | undefined;
    const stop = (error?: Error): void => {
      failure ??= error;
      kill(child);
    };
    const expire = (): void => {
      isLate = true;
      stop();
    };
    const timer = setTimeout(expire, call.timeoutMs ?? TIMEOUT_MS);
    this.signal?.addEventListener('abort', expire, { once: true });
    if (this.signal?.aborted) expire();
    child.stdout.on('data', (chunk: Buffer) => {
      try {
        if (call.onOutput) return call.onOutput(chunk);
        length += chunk.length;
        if (length > MAX_OUTPUT) return stop();
        chunks.push(chunk);
      } catch (error) {
        stop(error as Error);
      }
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (said.length < MAX_SAID) said += chunk.toString('utf8');
    });
    const fed = feed(child, call.input).catch((error: unknown) => {
      // Git may end before it has read all: then its own words say why.
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') stop(error as Error);
    });
    try {
      const [status, by] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
      await fed;
      if (failure) throw failure;
      const isLimit = length > MAX_OUTPUT || isLimited(status, by, said);
      return {
        status: status ?? 128,
        output: Buffer.concat(chunks),
        said,
        end: isLate ? 'timeout' : isLimit ? 'limit' : 'exit',
      };
    } finally {
      clearTimeout(timer);
      this.signal?.removeEventListener('abort', expire);
    }
  }

  /** Starts it for a conversation; the caller ends it by `kill`. */
  start(dir: string, { args, env }: GitCall): ChildProcessWithoutNullStreams {
    const limits = [
      Math.floor(MEMORY_BYTES / 1024),
      PROCESSOR_SECONDS,
      Math.floor(PACK_LIMITS.packedBytes / BLOCK),
    ];
    const script =
      'ulimit -v "$1" 2>/dev/null; ulimit -t "$2" 2>/dev/null; ulimit -f "$3" 2>/dev/null; shift 3; exec "$@"';
    const command = ['-c', script, 'sh', ...limits.map(String), this.program, ...args];
    const child = spawn('/bin/sh', command, { cwd: dir, env: { ...this.env, ...env }, detached: true });
    // The end says so too.
    child.stdin.on('error', () => undefined);
    return child;
  }
}

/** Ends a program and those that it started. */
export function kill(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

async function feed(child: ChildProcessWithoutNullStreams, input: GitCall['input']): Promise<void> {
  if (!input) child.stdin.end();
  else await pipeline(Readable.from(input, { objectMode: true }), child.stdin);
}

function isLimited(status: number | null, by: NodeJS.Signals | null, said: string): boolean {
  if (by === 'SIGXFSZ' || by === 'SIGXCPU') return true;
  return (
    status !== 0 &&
    /out of memory|malloc failed|unable to create thread|file too large|mmap failed|died of signal (?:24|25)\b/i.test(
      said,
    )
  );
}
