import { setMaxListeners } from 'node:events';
import { Busy, DomainError } from '../http/errors.js';
import { currentContext, inRequest } from '../logging/context.js';
import { type Reply, ThreadLost, WorkerThread } from '../threads/worker-thread.js';
import type { ComputeAnswer, ComputeCall, ComputeFailure, ComputeTask } from './compute-task.js';
import { FairQueue, type Waiting } from './fair-queue.js';
import { OverBudget } from './over-budget.js';

const THREAD = new URL('./compute-thread.js', import.meta.url);
/** Starting a thread takes as long as many a task; keeping it takes memory. */
const IDLE_MS = 60_000;
const BUSY_SECONDS = 10;
const NEVER = new AbortController().signal;
// All tasks listen to it that nobody may end.
setMaxListeners(0, NEVER);

export interface PoolLimits {
  threads: number;
  /** Threads that one organization may have at a time: the others are for the next one to come. */
  threadsEach: number;
  /** Of one thread. */
  memoryMb: number;
  /** A thread that holds more after a task is not kept. */
  keptMb: number;
  /** Requests of one organization, and of all, that may wait; they hold their input in memory and a connection open. */
  mostWaitingEach: number;
  mostWaiting: number;
}

export interface RunOptions<Question = never, Answer = never> {
  /** Processor time, in milliseconds. */
  budgetMs: number;
  /** Organization that the work is done for; that of the request or job when absent. */
  organization?: string;
  /** About how long it takes, in milliseconds: of an organization's work, what is short goes first. */
  expectedMs?: number;
  /** Keeps the task in the queue however many wait, because the work it belongs to has begun. Jobs are always patient. */
  isPatient?: boolean;
  /** Ends the work at once, wherever it is: nobody wants it any more. That of a request which reads when absent. */
  signal?: AbortSignal;
  /** For tasks that ask. When it fails, the thread is ended and the error thrown. */
  answer?: (question: Question) => Promise<Answer>;
}

type WaitOptions = Pick<RunOptions, 'budgetMs' | 'expectedMs' | 'isPatient'>;
type Thread = WorkerThread<ComputeCall, ComputeAnswer>;

interface Item extends Waiting {
  go: (thread: Thread) => void;
}

/**
 * Threads for all work whose cost grows with content, so that the event loop answers everybody else meanwhile. Organizations
 * take turns, and none has all threads, so that what one of them wrote costs itself time and nobody else.
 */
export class ComputePool {
  private readonly free: Thread[];
  private readonly ends = new Map<Thread, NodeJS.Timeout>();
  private readonly queue = new FairQueue<Item>();
  /** Number of threads that work for each organization. */
  private readonly busy = new Map<string, number>();

  constructor(private readonly limits: PoolLimits) {
    const { memoryMb } = limits;
    this.free = Array.from(
      { length: limits.threads },
      () => new WorkerThread(THREAD, { timeMs: 0, memoryMb }),
    );
  }

  /** Number of tasks that wait for a thread, of one organization or of all. */
  waiting(organization?: string): number {
    return this.queue.waiting(organization);
  }

  /**
   * Carries a task out in a thread.
   * @param input is copied. Bytes in a member of what comes back, or that are what comes back, are not.
   * @throws OverBudget, Busy, the reason of the signal, and what the task throws: a `DomainError` with its status and message,
   *   anything else as an `Error` with its message.
   */
  async run<Input, Output, Question = never, Answer = never>(
    task: ComputeTask<Input, Output, Question, Answer>,
    input: Input,
    options: RunOptions<Question, Answer>,
  ): Promise<Output> {
    const signal = options.signal ?? currentContext().clientSignal?.() ?? NEVER;
    const organization = options.organization ?? organizationOfContext();
    signal.throwIfAborted();
    const thread = await this.take(organization, options, signal);
    try {
      const call = { module: task.module.href, exportName: task.run.name, input };
      const answer = await thread.ask(call, signal, options.budgetMs, options.answer as Reply | undefined);
      // The thread would keep the memory of a large task until something else in it needs memory.
      if (answer.heapMb > this.limits.keptMb) void thread.end();
      if (answer.failure) throw errorOf(task, answer.failure);
      return answer.output as Output;
    } catch (error) {
      throw error instanceof ThreadLost ? new OverBudget() : error;
    } finally {
      this.release(thread, organization);
    }
  }

  private async take(organization: string, options: WaitOptions, signal: AbortSignal): Promise<Thread> {
    const { expectedMs = options.budgetMs } = options;
    const isPatient = options.isPatient ?? !inRequest();
    if (!isPatient) this.requireRoom(organization);
    let withdraw = (): void => undefined;
    try {
      return await new Promise<Thread>((go, refuse) => {
        const item = { organization, isPatient, due: performance.now() + expectedMs, go };
        this.queue.add(item);
        withdraw = () => {
          this.queue.remove(item);
          refuse(signal.reason as Error);
        };
        signal.addEventListener('abort', withdraw);
        this.next();
      });
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  private requireRoom(organization: string): void {
    const { mostWaiting, mostWaitingEach } = this.limits;
    if (this.waiting(organization) < mostWaitingEach && this.waiting() < mostWaiting) return;
    const message = `Too much long content is being read and written; try again in ${BUSY_SECONDS} seconds.`;
    throw new Busy(message, BUSY_SECONDS);
  }

  /** Gives a free thread to whoever is next. */
  private next(): void {
    if (this.free.length === 0) return;
    const item = this.queue.take((organization) => this.busyFor(organization) < this.limits.threadsEach);
    // The last one is the one that has started.
    const thread = item && this.free.pop();
    if (!thread) return;
    clearTimeout(this.ends.get(thread));
    this.busy.set(item.organization, this.busyFor(item.organization) + 1);
    item.go(thread);
  }

  private release(thread: Thread, organization: string): void {
    const left = this.busyFor(organization) - 1;
    if (left > 0) this.busy.set(organization, left);
    else this.busy.delete(organization);
    this.free.push(thread);
    this.ends.set(thread, setTimeout(() => void thread.end(), IDLE_MS).unref());
    this.next();
  }

  private busyFor(organization: string): number {
    return this.busy.get(organization) ?? 0;
  }
}

/** Work of nobody in particular is one organization's. */
function organizationOfContext(): string {
  const { organization, actor } = currentContext();
  return organization ?? actor ?? '';
}

function errorOf({ name }: { name: string }, { status, message, stack }: ComputeFailure): Error {
  if (status !== undefined) return new DomainError(status, message);
  const error = new Error(message, { cause: `the task ${name}` });
  if (stack !== undefined) error.stack = stack;
  return error;
}
