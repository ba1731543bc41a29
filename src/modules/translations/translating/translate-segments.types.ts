import type { TranslationUsage } from '../providers/translation-provider.js';

/** Common facts of the segments of a run. */
export interface TranslationTask {
  organizationId: string;
  source: string;
  target: string;
  /** Of the translation and of the organization, as Markdown; empty for none. */
  instructions: string;
}

/** Result for the segments of a run. */
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

/** Observer of a run in progress. */
export interface SegmentsWatch {
  /** Called before anything is sent, after what came before is stored. Throw to stop: what was paid for is kept. */
  step(progress: { done: number; of: number }): Promise<void>;
  /** Breaks off what is under way. */
  readonly signal: AbortSignal;
  /** The cost is counted here as it arises, so that it is known for interrupted runs too. */
  readonly usage: TranslationUsage;
}
