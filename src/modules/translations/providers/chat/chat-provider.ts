import { Injectable } from '@nestjs/common';
import {
  ProviderFailed,
  type TranslationProvider,
  type TranslationRequest,
  type TranslationUsage,
} from '../translation-provider.js';
import { ChatEndpoint, TimedOut } from './chat-endpoint.js';
import { systemPrompt, userMessage } from './prompt.js';
import { readTranslations } from './read-translations.js';

/** Number of times an unusable answer is requested again in halves: a problem with one text costs the others nothing. */
const MAX_HALVINGS = 3;
/** With fewer it may be the texts that nothing came back. */
const ENOUGH_TO_TELL = 5;

type Translations = (string | null)[];

/** A chat model that translates. */
@Injectable()
export class ChatProvider implements TranslationProvider {
  readonly name = 'chat';
  /** Small enough for models with little room: 4,000 tokens hold the texts, their translations and instructions of a page. */
  readonly batch = { segments: 30, characters: 3000 };

  constructor(private readonly endpoint: ChatEndpoint) {}

  async translate(request: TranslationRequest, usage: TranslationUsage): Promise<Translations> {
    const translations = await this.ask(request, usage, 0);
    if (translations.length >= ENOUGH_TO_TELL && translations.every((one) => one === null))
      throw new ProviderFailed(
        'The translator answered nothing that could be read: TRANSLATOR_MODEL may be too small a model for this.',
      );
    return translations;
  }

  private async ask(
    request: TranslationRequest,
    usage: TranslationUsage,
    halvings: number,
  ): Promise<Translations> {
    const { segments } = request;
    const isLast = segments.length === 1 || halvings === MAX_HALVINGS;
    const read = await this.attempt(request, usage, isLast || halvings > 0);
    if (read) return read;
    if (isLast) return segments.map(() => null);
    const middle = Math.ceil(segments.length / 2);
    const translated: Translations = [];
    for (const half of [segments.slice(0, middle), segments.slice(middle)])
      translated.push(...(await this.ask({ ...request, segments: half }, usage, halvings + 1)));
    return translated;
  }

  /** Undefined when it may go better with fewer texts. */
  private async attempt(
    request: TranslationRequest,
    usage: TranslationUsage,
    mustBeInTime: boolean,
  ): Promise<Translations | undefined> {
    const { segments, signal } = request;
    try {
      const { content, isCut } = await this.endpoint.complete(
        [
          { role: 'system', content: systemPrompt(request) },
          { role: 'user', content: userMessage(segments) },
        ],
        usage,
        signal,
      );
      return isCut ? undefined : readTranslations(content, segments.length);
    } catch (error) {
      if (error instanceof TimedOut && !mustBeInTime) return undefined;
      throw error;
    }
  }
}
