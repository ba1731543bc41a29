/** A semaphore for each key: a few pieces of work with the same key run at once, the others wait in order. */
export class KeyedSemaphore {
  private readonly queues = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(private readonly limit: number) {}

  /** True when work with this key would not have to wait. */
  isFree(key: string): boolean {
    return (this.queues.get(key)?.running ?? 0) < this.limit;
  }

  /** Number of pieces of work with this key that wait. */
  waiting(key: string): number {
    return this.queues.get(key)?.waiting.length ?? 0;
  }

  /** Runs the work as soon as fewer than the limit with its key are running. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queues.get(key) ?? { running: 0, waiting: [] };
    this.queues.set(key, queue);
    if (queue.running < this.limit) queue.running++;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The next in the queue takes over this permit, so `running` stays the same.
      const next = queue.waiting.shift();
      if (next) next();
      else if (--queue.running === 0) this.queues.delete(key);
    }
  }
}
