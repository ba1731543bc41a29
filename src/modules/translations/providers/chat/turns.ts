/** At most so many at once. When one is told to wait, all wait. */
export class Turns {
  private free: number;
  private readonly waiting: (() => void)[] = [];
  private pause: Promise<unknown> = Promise.resolve();

  constructor(most: number) {
    this.free = most;
  }

  /** Does the work when it is its turn. @throws what the signal says as soon as that breaks off the wait. */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const turn = this.turn();
    try {
      await unlessAborted(
        turn.then(() => this.pauseToEnd()),
        signal,
      );
      return await work();
    } finally {
      // Whoever went away meanwhile passes it on when it comes.
      void turn.then(() => this.pass());
    }
  }

  /** Nothing begins before this is over. */
  hold(pause: Promise<unknown>): void {
    this.pause = Promise.all([this.pause, pause]);
  }

  private async turn(): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private pass(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free += 1;
  }

  /** While one waits, another may be told to wait for longer. */
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
