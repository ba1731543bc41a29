import { type ThreadLimits, WorkerThread } from './worker-thread.js';

/** Starting a thread takes as long as many a task; keeping it takes memory. */
const IDLE_MS = 60_000;

interface Waiting<Task, Answer> {
  due: number;
  go: (thread: WorkerThread<Task, Answer>) => void;
}

/**
 * A few threads for the tasks of many callers, one task each at a time. Who has little to do goes before who has much,
 * unless that one has waited for as long as it takes.
 */
export class ThreadPool<Task, Answer> {
  private readonly free: WorkerThread<Task, Answer>[];
  private readonly queue: Waiting<Task, Answer>[] = [];
  private readonly ends = new Map<WorkerThread<Task, Answer>, NodeJS.Timeout>();

  /** @param entry a module that answers each message with one message. */
  constructor(entry: URL, limits: ThreadLimits, threads: number) {
    this.free = Array.from({ length: threads }, () => new WorkerThread<Task, Answer>(entry, limits));
  }

  /** How many tasks wait for a thread. */
  get waiting(): number {
    return this.queue.length;
  }

  /**
   * @param expectedMs about how long the task takes.
   * @throws ThreadLost, and an error with its cause when the thread cannot start or breaks off.
   */
  async run(task: Task, expectedMs: number): Promise<Answer> {
    const thread = await this.take(expectedMs);
    try {
      return await thread.ask(task, new AbortController().signal);
    } finally {
      this.release(thread);
    }
  }

  private take(expectedMs: number): Promise<WorkerThread<Task, Answer>> | WorkerThread<Task, Answer> {
    // The last one is the one that has started.
    const thread = this.free.pop();
    if (thread) {
      clearTimeout(this.ends.get(thread));
      return thread;
    }
    const due = performance.now() + expectedMs;
    return new Promise((go) => {
      const place = this.queue.findIndex((other) => other.due > due);
      this.queue.splice(place === -1 ? this.queue.length : place, 0, { due, go });
    });
  }

  /** Whoever is next takes the thread over. */
  private release(thread: WorkerThread<Task, Answer>): void {
    const next = this.queue.shift();
    if (next) {
      next.go(thread);
      return;
    }
    this.free.push(thread);
    this.ends.set(thread, setTimeout(() => void thread.end(), IDLE_MS).unref());
  }
}
