import { Worker } from 'node:worker_threads';

/** The thread took too much time or memory, and what it worked at is lost. */
export class ThreadLost extends Error {}

export interface ThreadLimits {
  /** For one task. */
  timeMs: number;
  memoryMb: number;
}

/**
 * A thread for what takes the processor for seconds, so that requests do not wait for it: tasks one after the other. It
 * starts with the first task, and after one that it was lost with, anew with the next.
 */
export class WorkerThread<Task, Answer> {
  private worker?: Worker;
  private last: Promise<unknown> = Promise.resolve();

  /** @param entry a module that answers each message with one message. */
  constructor(
    private readonly entry: URL,
    private readonly limits: ThreadLimits,
  ) {}

  /**
   * @param signal ends the thread at once.
   * @throws ThreadLost, the reason of the signal, and an error with its cause when the thread cannot start or breaks off.
   */
  ask(task: Task, signal: AbortSignal): Promise<Answer> {
    const turn = this.last.then(() => {
      signal.throwIfAborted();
      return this.askNow((this.worker ??= this.start()), task, signal);
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the thread; what it works at is lost. */
  async end(): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    await worker?.terminate();
  }

  private askNow(worker: Worker, task: Task, signal: AbortSignal): Promise<Answer> {
    let release = (): void => undefined;
    return new Promise<Answer>((resolve, reject) => {
      const fail = (reason: unknown): void => {
        void this.end();
        reject(reason as Error);
      };
      const lose = (): void => fail(new ThreadLost('The thread took too much time or memory.'));
      const breakOff = (cause: unknown): void =>
        isOutOfMemory(cause) ? lose() : fail(new Error('The thread broke off.', { cause }));
      const abort = (): void => fail(signal.reason);
      const timer = setTimeout(lose, this.limits.timeMs);
      worker.on('message', resolve).on('error', breakOff).on('exit', breakOff);
      signal.addEventListener('abort', abort);
      release = () => {
        clearTimeout(timer);
        worker.off('message', resolve).off('error', breakOff).off('exit', breakOff);
        signal.removeEventListener('abort', abort);
      };
      worker.postMessage(task);
    }).finally(() => release());
  }

  /** The thread keeps no process from ending. */
  private start(): Worker {
    const worker = new Worker(this.entry, {
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb },
    });
    worker.unref();
    // What it says when nobody asks must not end the process.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.worker === worker) this.worker = undefined;
    });
    return worker;
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
