/** One request to a provider. */
export interface TranslationRequest {
  /** Language of the texts and the wanted one, as the contract names them (`pt-br`). */
  source: string;
  target: string;
  /** Instructions of the writers, as Markdown; may be empty. */
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

/** Cost of translations. */
export interface TranslationUsage {
  requests: number;
  promptTokens: number;
  completionTokens: number;
}

/** Somebody who translates. */
export interface TranslationProvider {
  /** Stored with what it translated: texts of one provider are never taken for those of another. */
  readonly name: 'chat' | 'pseudo';
  /** Largest number of segments, and of their characters, in one request. */
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
