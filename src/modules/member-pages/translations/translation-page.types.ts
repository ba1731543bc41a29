import type { TranslationRun, TranslationView } from '#modules/translations/index.js';

/** A space that the reader sees. */
export interface ShownSpace {
  id: string;
  title: string;
}

/** A translation as it is shown to somebody. */
export interface TranslationRowView {
  view: TranslationView;
  source: ShownSpace;
  /** Null before the first run has made it; `hidden` where it is deleted or not for the reader. */
  result: ShownSpace | 'hidden' | null;
  /** The newest run; null when all were so long ago that they are forgotten. */
  latest: TranslationRun | null;
  /** True when the reader may run it. */
  canRun: boolean;
}

export interface TranslationListView {
  organization: { id: string; title: string };
  rows: readonly TranslationRowView[];
  /** Cursor of further ones. */
  more: string | null;
  isPseudo: boolean;
  /** Spaces that the reader could have translated, with their language. */
  choices: readonly (ShownSpace & { language: string | null })[];
  problem?: { text: string; typed: URLSearchParams };
  /** The sentence about what was done. */
  notice?: string;
}

export interface TranslationPageView {
  organization: { id: string; title: string };
  row: TranslationRowView;
  /** Newest first. */
  runs: readonly TranslationRun[];
  /** Cursor of older ones. */
  more: string | null;
  problem?: { text: string; typed: URLSearchParams };
  /** The sentence about what was done. */
  notice?: string;
}
