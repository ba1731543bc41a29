import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from '#platform/logging/logger.js';
import { fontFiles } from '#platform/typography/font-files.js';

const WORKER = fileURLToPath(new URL('../assets/typst-worker.mjs', import.meta.url));
/** Of the processor: a busy machine takes longer. */
const TIME_LIMIT_MS = 180_000;
/** By the clock, which also ends what waits for something. */
const WAIT_LIMIT_MS = 600_000;
/** Times a folder is begun again because the process ended: by a picture, which is then left out, or by somebody. */
const MAX_ENDS = 5;
/** A little less of the processor than requests get, and still enough where it is busy. */
const NICENESS = 4;
const MEMORY_LIMIT_BYTES = 3 * 2 ** 30;
const WATCH_MS = 500;
/** Fonts and caches are hundreds of megabytes, more than a gigabyte after a thousand pages: the process goes when nothing was asked for this long. */
const IDLE_MS = 15_000;
const PAGE_BYTES = 4096;
/** Unit of processor time on this system. */
const TICK_MS = 10;

/** The file could not be made, with a sentence for the one who asked. */
export class TypesettingFailed extends Error {}

/** The application ends; whoever comes next makes the file. */
export class TypesettingInterrupted extends Error {}

/** The process ended by itself, or somebody ended it. */
class ProcessEnded extends TypesettingFailed {}

interface Reply {
  ok: boolean;
  pages?: number;
  /** Why pages that show only their words could not be typeset. */
  reasons?: string[];
  message?: string;
}

/**
 * Typesets folders into `out.pdf`, one after the other, in a separate process with a lower priority than requests. The
 * process is ended when it takes too long or too much memory, and started again for the next folder.
 */
@Injectable()
export class Typesetter implements OnApplicationShutdown {
  private child?: ChildProcess;
  private idle?: NodeJS.Timeout;
  private last: Promise<unknown> = Promise.resolve();
  private isEnding = false;

  constructor(private readonly logger: Logger) {}

  onApplicationShutdown(): void {
    this.isEnding = true;
    this.stop();
  }

  /** Of the process that typesets, while there is one. */
  get processId(): number | undefined {
    return this.child?.pid;
  }

  /** @throws TypesettingFailed, TypesettingInterrupted */
  typeset(folder: string): Promise<{ pages: number }> {
    const turn = this.last.then(() => this.run(folder));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async run(folder: string): Promise<{ pages: number }> {
    clearTimeout(this.idle);
    const reply = await this.persist(folder);
    this.idle = setTimeout(() => this.stop(), IDLE_MS).unref();
    if (!reply.ok) {
      this.logger.warn('A PDF could not be typeset', { reason: reply.message });
      throw new TypesettingFailed(
        'The PDF could not be typeset; ask for single pages to find the one that fails.',
      );
    }
    const { reasons = [] } = reply;
    if (reasons.length > 0)
      this.logger.warn('Pages of a PDF show only their words', {
        count: reasons.length,
        reasons: reasons.slice(0, 5),
      });
    return { pages: reply.pages ?? 0 };
  }

  /** Asks again when it failed over a picture, which is then left out, and the first time that nobody knows why it ended. */
  private async persist(folder: string): Promise<Reply> {
    for (let ends = 1; ; ends++) {
      if (this.isEnding) throw new TypesettingInterrupted();
      try {
        return await this.ask((this.child ??= this.start()), folder);
      } catch (error) {
        if (this.isEnding) throw new TypesettingInterrupted();
        const picture = await readFile(join(folder, 'trying.txt'), 'utf8').catch(() => null);
        const isUnexplained = error instanceof ProcessEnded && ends === 1;
        const isWorthIt = ends <= MAX_ENDS && (picture !== null || isUnexplained);
        if (!isWorthIt) throw error;
        this.logger.warn('The typesetter ended and begins again', { picture });
      }
    }
  }

  private ask(child: ChildProcess, folder: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const fail = (message: string, Failure = TypesettingFailed): void => {
        settle();
        this.stop();
        reject(new Failure(message));
      };
      const onExit = (): void => fail('The PDF could not be typeset: the typesetter stopped.', ProcessEnded);
      const onMessage = (reply: Reply): void => {
        settle();
        resolve(reply);
      };
      const tooLong = (): void => fail('The PDF takes too long to make; ask for a part of it with "page".');
      const timer = setTimeout(tooLong, WAIT_LIMIT_MS);
      const before = processorTime(child.pid);
      const watch = setInterval(() => void check(), WATCH_MS).unref();
      const check = async (): Promise<void> => {
        if ((await processorTime(child.pid)) - (await before) > TIME_LIMIT_MS) tooLong();
        else if ((await residentBytes(child.pid)) > MEMORY_LIMIT_BYTES)
          fail('The PDF needs more memory than is allowed; ask for a part of it with "page".');
      };
      const settle = (): void => {
        clearTimeout(timer);
        clearInterval(watch);
        child.off('exit', onExit).off('error', onExit).off('message', onMessage);
      };
      child.on('exit', onExit).on('error', onExit).on('message', onMessage);
      child.send({ folder });
    });
  }

  private start(): ChildProcess {
    const child = startWorker();
    // One that ends while nothing is asked of it is replaced by the next.
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    return child;
  }

  private stop(): void {
    clearTimeout(this.idle);
    this.child?.kill('SIGKILL');
    this.child = undefined;
  }
}

function startWorker(): ChildProcess {
  const child = fork(WORKER, [JSON.stringify(fontFiles())], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // The typesetter could fetch packages; our code uses none, and this proxy address does not answer.
    env: { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' },
  });
  child.unref();
  child.channel?.unref();
  try {
    if (child.pid !== undefined) setPriority(child.pid, NICENESS);
  } catch {
    // Only a courtesy to other requests.
  }
  return child;
}

/** Time that a process had of the processor where the system tells it, else 0. */
async function processorTime(pid: number | undefined): Promise<number> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // Behind the name of the process, which may hold anything.
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return 0;
  }
}

/** Memory of a process where the system tells it, else 0. */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
