import { Heartbeat } from '#platform/runs/heartbeat.js';
import type { TranslationUsage } from '../providers/translation-provider.js';
import type { SegmentsWatch } from '../translating/translate-segments.types.js';

interface Progress {
  done: number;
  of: number;
}

/** Signs of life of a translation, as providers may take long: before each batch and in between. Each says what was paid since the last one. */
export class RunWatch extends Heartbeat implements SegmentsWatch {
  readonly usage = { requests: 0, promptTokens: 0, completionTokens: 0 };
  private progress: Progress = { done: 0, of: 0 };
  /** The usage that was reported already. */
  private reportedUsage: TranslationUsage = { ...this.usage };

  /** @param save tells how far it is, and what that cost; false when the run is no longer this process's. */
  constructor(private readonly save: (progress: Progress, cost: TranslationUsage) => Promise<boolean>) {
    super();
  }

  /** Before each batch. @throws the reason of the end. */
  readonly step = async (progress: Progress): Promise<void> => {
    this.progress = progress;
    await this.beat();
    this.check();
  };

  protected async write(): Promise<boolean> {
    const used = { ...this.usage };
    const isHeld = await this.save(this.progress, difference(used, this.reportedUsage));
    this.reportedUsage = used;
    return isHeld;
  }
}

function difference(a: TranslationUsage, b: TranslationUsage): TranslationUsage {
  return {
    requests: a.requests - b.requests,
    promptTokens: a.promptTokens - b.promptTokens,
    completionTokens: a.completionTokens - b.completionTokens,
  };
}
