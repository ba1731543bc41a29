import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from '#platform/logging/logger.js';
import { fontFiles } from '#platform/typography/font-files.js';

const WORKER = fileURLToPath(new URL('../assets/typst-worker.mjs', import.meta.url));
const TIME_LIMIT_MS = 180_000;
/** A little less of the processor than requests get, and still enough where it is busy. */
const NICENESS = 4;
const MEMORY_LIMIT_BYTES = 3 * 2 ** 30;
const WATCH_MS = 500;
/** Fonts and caches are hundreds of megabytes, more than a gigabyte after a thousand pages: the process goes when nothing was asked for this long. */
const IDLE_MS = 15_000;
const PAGE_BYTES = 4096;

/** The file could not be made, with a sentence for the one who asked. */
export class TypesettingFailed extends Error {}

interface Reply {
  ok: boolean;
  pages?: number;
  /** Why pages that show only their words could not be typeset. */
  reasons?: string[];
  message?: string;
}

/**
 * Typesets folders into `out.pdf`, one after the other, in a process of its own that gets less of the processor than
 * requests do. The process is ended when it takes too long or too much memory, and started again for the next folder.
 */
@Injectable()
export class Typesetter implements OnApplicationShutdown {
  private child?: ChildProcess;
  private idle?: NodeJS.Timeout;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly logger: Logger) {}

  onApplicationShutdown(): void {
    this.stop();
  }

  /** @throws TypesettingFailed */
  typeset(folder: string): Promise<{ pages: number }> {
    const turn = this.last.then(() => this.run(folder));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async run(folder: string): Promise<{ pages: number }> {
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const reply = await this.ask(child, folder);
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

  private ask(child: ChildProcess, folder: string): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const fail = (message: string): void => {
        settle();
        this.stop();
        reject(new TypesettingFailed(message));
      };
      const onExit = (): void => fail('The PDF could not be typeset: the typesetter stopped.');
      const onMessage = (reply: Reply): void => {
        settle();
        resolve(reply);
      };
      const timer = setTimeout(
        () =>
          fail(
            `The PDF takes longer than ${TIME_LIMIT_MS / 1000} seconds; ask for a part of it with "page".`,
          ),
        TIME_LIMIT_MS,
      );
      const watch = setInterval(() => void checkMemory(), WATCH_MS).unref();
      const checkMemory = async (): Promise<void> => {
        if ((await residentBytes(child.pid)) > MEMORY_LIMIT_BYTES)
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
    // The typesetter could fetch packages; there are none in our code, and this address leads nowhere.
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

/** Memory of a process where the system tells it, else 0. */
async function residentBytes(pid: number | undefined): Promise<number> {
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
