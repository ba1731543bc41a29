const INTERVAL_MS = 10_000;

/** The run is no longer this process's: somebody ended it, or another process took it over. Nothing is left to write. */
export class RunLost extends Error {}

/**
 * Signs of life of a run while this process works on it, with its progress. When one of them finds that the run is no longer this process's,
 * `signal` ends the work. Writes follow each other; one that fails is only missed, and the next one says what it would have said.
 */
export abstract class Heartbeat {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private writing: Promise<void> = Promise.resolve();

  constructor(intervalMs = INTERVAL_MS) {
    this.timer = setInterval(() => this.tick(), intervalMs);
    this.timer.unref();
  }

  /** Aborted when the work is to end, for the reason that it gives. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Ends the work for this reason. */
  stop(reason: Error): void {
    this.controller.abort(reason);
  }

  /** @throws the reason of the end. */
  check(): void {
    this.signal.throwIfAborted();
  }

  /** Gives a sign of life. */
  beat(): Promise<void> {
    this.writing = this.writing.then(async () => {
      try {
        if (!(await this.write())) this.stop(new RunLost());
      } catch {
        // The next one carries it.
      }
    });
    return this.writing;
  }

  /** Ends the signs; resolves when the one that was being written is written. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
  }

  /** Writes how far the run is; false when it is no longer this process's. */
  protected abstract write(): Promise<boolean>;

  /** Called at each interval. */
  protected tick(): void {
    void this.beat();
  }
}
