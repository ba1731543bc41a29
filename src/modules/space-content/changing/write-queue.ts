import { AsyncLocalStorage } from 'node:async_hooks';

/** The maximal number of writes in one group: more would only make the first wait for the last. */
const MAX_GROUP_SIZE = 32;

type RunIn = <T>(callback: () => T) => T;

interface WaitingWrite<Work, Result> {
  work: Work;
  /** Runs a function in the context of the waiting request. */
  run: RunIn;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Groups writes to the same target: writes that come in while a group is executed wait and become the next group.
 * Under load a group shares the fixed costs of a transaction; a single write starts at once. A group of one is
 * executed in the context of its request. A group of several has no request's context, so each write must carry its
 * actor.
 */
export class WriteQueue<Work, Result> {
  /** The context in which the queue was made: that of no request. */
  private readonly runOutside: RunIn = AsyncLocalStorage.snapshot();
  /** Keys with a running group, each with the writes that wait. */
  private readonly waiting = new Map<string, WaitingWrite<Work, Result>[]>();

  /** @param perform answers the outcome of each write of the group, in order. */
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

  private async drain(key: string, queue: WaitingWrite<Work, Result>[]): Promise<void> {
    this.waiting.set(key, queue);
    while (queue.length > 0) {
      const group = queue.splice(0, MAX_GROUP_SIZE);
      const run = group.length === 1 ? group[0]!.run : this.runOutside;
      await run(() => this.performGroup(group));
    }
    this.waiting.delete(key);
  }

  /** Never fails: the waiting requests get the errors. */
  private async performGroup(group: WaitingWrite<Work, Result>[]): Promise<void> {
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
