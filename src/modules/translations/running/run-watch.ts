import type { SegmentsWatch } from '../translating/translate-segments.types.js';

const BEAT_MS = 10_000;

/** The translation was deleted, or another process has taken the run over: there is nothing left to write. */
export class RunStopped extends Error {}

/**
 * Stands between a run and whoever may end it: each step asks whether it goes on, and tells how far it is. Between steps
 * a sign of life is given every few seconds, as providers may take long.
 */
export class RunWatch implements SegmentsWatch {
  readonly usage = { requests: 0, promptTokens: 0, completionTokens: 0 };
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private progress = { done: 0, of: 0 };
  private writing: Promise<void> = Promise.resolve();

  /** @param write tells how far it is; answers whether the run still goes on here. */
  constructor(private readonly write: (progress: { done: number; of: number }) => Promise<boolean>) {
    this.timer = setInterval(() => void this.beat(), BEAT_MS);
    this.timer.unref();
  }

  /** Before each batch. @throws the reason of the end. */
  readonly step = async (progress: { done: number; of: number }): Promise<void> => {
    this.progress = progress;
    await this.beat();
    this.check();
  };

  /** @throws the reason of the end. */
  check(): void {
    this.signal.throwIfAborted();
  }

  /** Ends the run, and what it waits for. */
  stop(reason: Error): void {
    this.controller.abort(reason);
  }

  /** Aborted when the run was ended, for the reason that it gives. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Ends the signs; what was being written is written then. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.writing;
  }

  private beat(): Promise<void> {
    this.writing = this.writing.then(async () => {
      // A sign that could not be given is only missed.
      const goesOn = await this.write(this.progress).catch(() => true);
      if (!goesOn) this.stop(new RunStopped());
    });
    return this.writing;
  }
}
