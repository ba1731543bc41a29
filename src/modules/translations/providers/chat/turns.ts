/** At most so many at once. When one is told to wait, all wait. */
export class Turns {
  private free: number;
  private readonly waiting: (() => void)[] = [];
  private pause: Promise<unknown> = Promise.resolve();

  constructor(most: number) {
    this.free = most;
  }

  /** Does the work when it is its turn. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      await this.pauseToEnd();
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  /** Nothing begins before this is over. */
  hold(pause: Promise<unknown>): void {
    this.pause = Promise.all([this.pause, pause]);
  }

  /** While one waits, another may be told to wait for longer. */
  private async pauseToEnd(): Promise<void> {
    let seen;
    while (seen !== this.pause) await (seen = this.pause);
  }
}
