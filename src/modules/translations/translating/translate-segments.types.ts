import type { TranslationUsage } from '../providers/translation-provider.js';

/** What the segments of a run have in common. */
export interface TranslationTask {
  organizationId: string;
  source: string;
  target: string;
  /** Of the translation and of the organization, as Markdown; empty for none. */
  instructions: string;
}

/** What became of the segments of a run. */
export interface SegmentReport {
  /** Different segments, and the words in them. */
  segments: number;
  words: number;
  /** Segments that the memory had, and words that a provider was sent: those that came back wrong twice. */
  remembered: number;
  sentWords: number;
  /** Segments left in the source language, since their placeholders came back wrong twice or nothing came back. */
  untranslated: number;
}

export interface TranslatedSegments {
  /** By source text; segments that are left in the source language are absent. */
  translations: ReadonlyMap<string, string>;
  report: SegmentReport;
}

/** Whoever looks after a run while it is under way. */
export interface SegmentsWatch {
  /** Called before anything is sent, after what came before is stored. Throw to stop: what was paid for is kept. */
  step(progress: { done: number; of: number }): Promise<void>;
  /** Breaks off what is under way. */
  readonly signal: AbortSignal;
  /** What providers are paid is counted here as it comes, so that it is known of a run too that breaks off. */
  readonly usage: TranslationUsage;
}
