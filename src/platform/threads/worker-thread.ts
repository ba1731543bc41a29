import { AsyncResource } from 'node:async_hooks';
import { Worker } from 'node:worker_threads';
import { threadTimeMs } from './thread-clock.js';
import { ThreadState } from './thread-state.js';
import { TimeBudget } from './time-budget.js';

/** The thread took too much time or memory, and what it worked at is lost. */
export class ThreadLost extends Error {}

export interface ThreadLimits {
  /** Processor time for one task, in milliseconds. */
  timeMs: number;
  memoryMb: number;
}

interface Asked {
  worker: Worker;
  take: (message: unknown) => void;
  fail: (reason: unknown) => void;
}

/** Answers what a task asks while it is carried out. */
export type Reply = (question: unknown) => Promise<unknown>;

/**
 * A thread for what takes the processor for seconds, so that requests do not wait for it: tasks one after the other. It
 * starts with the first task, and after one that it was lost with, anew with the next. It keeps the process from ending
 * while it has a task.
 */
export class WorkerThread<Task, Answer> {
  private running?: { worker: Worker; state: ThreadState };
  private asked?: Asked;
  private last: Promise<unknown> = Promise.resolve();

  /** @param entry a module that answers each message with one message, as `answerTasks` does. */
  constructor(
    private readonly entry: URL,
    private readonly limits: ThreadLimits,
  ) {}

  /**
   * @param signal ends the thread at once.
   * @param timeMs processor time for this task, where it is not that of all of them.
   * @param reply for tasks that ask; when it fails, so does the task.
   * @throws ThreadLost, the reason of the signal, and an error with its cause when the thread cannot start or breaks off.
   */
  ask(task: Task, signal: AbortSignal, timeMs = this.limits.timeMs, reply?: Reply): Promise<Answer> {
    // Messages of a thread arrive in the context that started it: of another request, whose transaction may have ended.
    const replyHere = reply && AsyncResource.bind(reply);
    const turn = this.last.then(() => {
      signal.throwIfAborted();
      return this.askNow(task, signal, timeMs, replyHere);
    });
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the thread; what it works at is lost. */
  async end(): Promise<void> {
    const { running, asked } = this;
    this.running = undefined;
    asked?.fail(new ThreadLost('The thread was ended.'));
    await running?.worker.terminate();
  }

  private async askNow(
    task: Task,
    signal: AbortSignal,
    timeMs: number,
    reply: Reply | undefined,
  ): Promise<Answer> {
    const { worker, state } = (this.running ??= this.start());
    state.beganMs = -1;
    let budget: TimeBudget | undefined;
    let abort = (): void => undefined;
    worker.ref();
    try {
      return await new Promise<Answer>((resolve, reject) => {
        const take = (message: unknown): void => {
          if (!reply || !isQuestion(message)) return resolve(message as Answer);
          reply(message.question).then((answer) => worker.postMessage({ answer }), reject);
        };
        this.asked = { worker, take, fail: reject };
        const lose = (): void => reject(new ThreadLost('The thread took too much time.'));
        abort = () => reject(signal.reason as Error);
        budget = new TimeBudget(timeMs, () => spentMs(worker, state), lose);
        signal.addEventListener('abort', abort);
        worker.postMessage(task);
      });
    } catch (error) {
      if (this.running?.worker === worker) this.running = undefined;
      void worker.terminate();
      throw error;
    } finally {
      this.asked = undefined;
      budget?.end();
      signal.removeEventListener('abort', abort);
      worker.unref();
    }
  }

  private start(): { worker: Worker; state: ThreadState } {
    const state = new ThreadState();
    const worker = new Worker(this.entry, {
      workerData: state.memory,
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb },
    });
    const breakOff = (cause: unknown): void => {
      if (this.running?.worker === worker) this.running = undefined;
      if (this.asked?.worker !== worker) return;
      const isTooLarge = isOutOfMemory(cause);
      this.asked.fail(
        isTooLarge
          ? new ThreadLost('The thread took too much memory.')
          : new Error('The thread broke off.', { cause }),
      );
    };
    worker.on('message', (message: unknown) => {
      if (this.asked?.worker === worker) this.asked.take(message);
    });
    // Also what it says when nobody asks, which must not end the process.
    worker.on('error', breakOff).on('exit', breakOff);
    return { worker, state };
  }
}

/** Time for loading what the task needs is not counted; a thread that does not tell when it begins is counted as a whole. */
function spentMs(worker: Worker, state: ThreadState): number {
  const { threadId, beganMs } = state;
  if (threadId !== 0 && beganMs < 0) return 0;
  return threadTimeMs(threadId, worker.performance.eventLoopUtilization) - Math.max(0, beganMs);
}

function isQuestion(message: unknown): message is { question: unknown } {
  return typeof message === 'object' && message !== null && 'question' in message;
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
