/** What a provider is asked for at once. */
export interface TranslationRequest {
  /** Language of the texts and the wanted one, as the contract names them (`pt-br`). */
  source: string;
  target: string;
  /** What the writers want to be minded, as Markdown; empty for nothing. */
  instructions: string;
  /** Terms of the glossary that stand in the texts, with what they are in the target language. */
  terms: readonly Term[];
  /** Texts of segments: escaped, with placeholders; see `segments/placeholders.ts`. */
  segments: readonly string[];
  /** Breaks off what is under way. */
  signal?: AbortSignal;
}

export interface Term {
  source: string;
  target: string;
}

/** What translations cost. */
export interface TranslationUsage {
  requests: number;
  promptTokens: number;
  completionTokens: number;
}

/** Somebody who translates. */
export interface TranslationProvider {
  /** Stored with what it translated: texts of one provider are never taken for those of another. */
  readonly name: 'chat' | 'pseudo';
  /** How many segments, and how many characters of them, it takes at once. */
  readonly batch: { segments: number; characters: number };
  /**
   * Answers in the order of the segments; null where there is nothing that could be used.
   * @param usage counts what it costs, also when it fails.
   * @throws ProviderFailed when it cannot be reached, refuses, or answers nothing that makes sense, after its own retries; what the
   * signal says when that breaks it off.
   */
  translate(request: TranslationRequest, usage: TranslationUsage): Promise<readonly (string | null)[]>;
}

/** A provider gave up; the message is a sentence for the report of a run. */
export class ProviderFailed extends Error {}
