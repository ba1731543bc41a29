/** A busy machine lets a thread wait for the processor; one that waits for much longer than it works hangs. */
const WAITING_FACTOR = 30;
const WAITING_MS = 30_000;
/** Looking costs some microseconds. */
const MIN_PAUSE_MS = 20;

/** Watches over the processor time of one task. It looks no more often than the time that is left lets the task take. */
export class TimeBudget {
  private timer: NodeJS.Timeout | undefined;
  private readonly latest: number;

  /**
   * @param spentMs processor time of the task so far.
   * @param over is called once when the time is over.
   */
  constructor(
    private readonly budgetMs: number,
    private readonly spentMs: () => number,
    private readonly over: () => void,
  ) {
    this.latest = performance.now() + budgetMs * WAITING_FACTOR + WAITING_MS;
    this.checkAfter(budgetMs);
  }

  /** Stops watching. */
  end(): void {
    clearTimeout(this.timer);
  }

  private checkAfter(pauseMs: number): void {
    this.timer = setTimeout(() => this.check(), Math.max(MIN_PAUSE_MS, pauseMs));
  }

  private check(): void {
    const left = this.budgetMs - this.spentMs();
    if (left <= 0 || performance.now() > this.latest) this.over();
    else this.checkAfter(left);
  }
}
