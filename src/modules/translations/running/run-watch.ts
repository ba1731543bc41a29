import type { TranslationUsage } from '../providers/translation-provider.js';
import type { SegmentsWatch } from '../translating/translate-segments.types.js';

const BEAT_MS = 10_000;

/** The translation was deleted, or another process has taken the run over: there is nothing left to write. */
export class RunStopped extends Error {}

/**
 * Stands between a run and whoever may end it: each step asks whether it goes on, and tells how far it is. Between steps
 * a sign of life is given every few seconds, as providers may take long. Each sign says what was paid since the last one.
 */
export class RunWatch implements SegmentsWatch {
  readonly usage = { requests: 0, promptTokens: 0, completionTokens: 0 };
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private progress = { done: 0, of: 0 };
  /** The usage that was reported already. */
  private told: TranslationUsage = { ...this.usage };
  private writing: Promise<void> = Promise.resolve();

  /** @param write tells how far it is, and what that cost; answers whether the run still goes on here. */
  constructor(
    private readonly write: (
      progress: { done: number; of: number },
      cost: TranslationUsage,
    ) => Promise<boolean>,
  ) {
    this.timer = setInterval(() => void this.heartbeat(), BEAT_MS);
    this.timer.unref();
  }

  /** Before each batch. @throws the reason of the end. */
  readonly step = async (progress: { done: number; of: number }): Promise<void> => {
    this.progress = progress;
    await this.heartbeat();
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

  /** Gives a sign of life. One that could not be given is only missed: the next one says what it would have said. */
  heartbeat(): Promise<void> {
    this.writing = this.writing.then(async () => {
      const used = { ...this.usage };
      try {
        const goesOn = await this.write(this.progress, difference(used, this.told));
        this.told = used;
        if (!goesOn) this.stop(new RunStopped());
      } catch {
        return;
      }
    });
    return this.writing;
  }
}

function difference(a: TranslationUsage, b: TranslationUsage): TranslationUsage {
  return {
    requests: a.requests - b.requests,
    promptTokens: a.promptTokens - b.promptTokens,
    completionTokens: a.completionTokens - b.completionTokens,
  };
}
