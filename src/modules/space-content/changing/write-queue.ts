import { AsyncLocalStorage } from 'node:async_hooks';

/** Most work to take at once: more would only make the first wait for the last. */
const MAX_GROUP_SIZE = 32;

type RunIn = <T>(callback: () => T) => T;

interface Ticket<Work, Result> {
  work: Work;
  /** Runs a function in the context of whoever waits. */
  run: RunIn;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Does work on the same thing together: what comes in while a group is being done waits and becomes the next group.
 * Under load the fixed costs of a transaction are then shared by all that wait for it; alone, work starts at once.
 * A group of one is done in the context of its request. One of several is in nobody's context: who does what must be handed on.
 */
export class WriteQueue<Work, Result> {
  /** The context that the queue was made in: that of no request. */
  private readonly runOutside: RunIn = AsyncLocalStorage.snapshot();
  /** Keys that are being worked on, with what waits. */
  private readonly waiting = new Map<string, Ticket<Work, Result>[]>();

  /** @param perform answers what came of each of the group, in order. */
  constructor(
    private readonly perform: (group: readonly Work[]) => Promise<PromiseSettledResult<Result>[]>,
  ) {}

  add(key: string, work: Work): Promise<Result> {
    return new Promise((resolve, reject) => {
      const ticket = { work, run: AsyncLocalStorage.snapshot(), resolve, reject };
      const queue = this.waiting.get(key);
      if (queue) queue.push(ticket);
      else void this.drain(key, [ticket]);
    });
  }

  private async drain(key: string, queue: Ticket<Work, Result>[]): Promise<void> {
    this.waiting.set(key, queue);
    while (queue.length > 0) {
      const group = queue.splice(0, MAX_GROUP_SIZE);
      const run = group.length === 1 ? group[0]!.run : this.runOutside;
      await run(() => this.performGroup(group));
    }
    this.waiting.delete(key);
  }

  /** Never fails: whatever happens is told to those who wait. */
  private async performGroup(group: Ticket<Work, Result>[]): Promise<void> {
    try {
      const results = await this.perform(group.map(({ work }) => work));
      group.forEach((ticket, i) => {
        const result = results[i]!;
        if (result.status === 'fulfilled') ticket.resolve(result.value);
        else ticket.reject(result.reason);
      });
    } catch (error) {
      for (const ticket of group) ticket.reject(error);
    }
  }
}
