/** A semaphore that can be paused: while one caller is told to wait, all of them wait. */
export class PausableSemaphore {
  private permits: number;
  private readonly waiting: (() => void)[] = [];
  private pause: Promise<unknown> = Promise.resolve();

  constructor(limit: number) {
    this.permits = limit;
  }

  /** Runs the work once it has a permit and no pause is left. @throws the reason of the signal as soon as it aborts the wait. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const permit = this.acquire();
    try {
      await unlessAborted(
        permit.then(() => this.pauseToEnd()),
        signal,
      );
      return await work();
    } finally {
      // A caller that was aborted while it waited still gets its permit, and has to release it.
      void permit.then(() => this.release());
    }
  }

  /** No work begins before this is over. */
  pauseFor(pause: Promise<unknown>): void {
    this.pause = Promise.all([this.pause, pause]);
  }

  private async acquire(): Promise<void> {
    if (this.permits > 0) this.permits -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.permits += 1;
  }

  /** The pause may be extended while a caller waits for its end. */
  private async pauseToEnd(): Promise<void> {
    let seen;
    while (seen !== this.pause) await (seen = this.pause);
  }
}

async function unlessAborted(wait: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  let abort = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (abort = resolve));
  signal?.addEventListener('abort', abort);
  if (!signal?.aborted) await Promise.race([wait, aborted]);
  signal?.removeEventListener('abort', abort);
  signal?.throwIfAborted();
}
