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
}

export interface Term {
  source: string;
  target: string;
}

export interface TranslationAnswer {
  /** In the order of the segments; null where the provider gave nothing that could be used. */
  translations: readonly (string | null)[];
  usage: TranslationUsage;
}

/** What a translation cost. */
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
  /** @throws ProviderFailed when it cannot be reached, refuses, or answers nothing that makes sense, after its own retries. */
  translate(request: TranslationRequest): Promise<TranslationAnswer>;
}

/** A provider gave up; the message is a sentence for the report of a run. */
export class ProviderFailed extends Error {}
