import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { ConfiguredServerFetch } from '#platform/http-client/configured-server-fetch.js';
import { type FetchAnswer, FetchFailed } from '#platform/http-client/guarded-fetch.js';
import { Logger } from '#platform/logging/logger.js';
import { ProviderFailed, type TranslationUsage } from '../translation-provider.js';
import { Patience } from './patience.js';
import { retryAfter } from './retry-after.js';
import { Turns } from './turns.js';

const MAX_ANSWER = 16 * 1024 * 1024;
const REQUESTS_AT_ONCE = 2;
const ATTEMPTS = 5;
/** Asking once more for what took too long mostly takes as long again. */
const TIMED_OUT_ATTEMPTS = 2;
const FIRST_PAUSE_MS = 1000;
/** Whoever asks for a longer pause has had enough for today. */
const LONGEST_PAUSE_MS = 120_000;
/** What a server may not know or want, the most wanted first. What it says about it is 400, whatever was wrong. */
const SETTINGS = [{ temperature: 0, response_format: { type: 'json_object' } }, { temperature: 0 }, {}];

export interface ChatMessage {
  role: 'system' | 'user';
  content: string;
}

/** What a model said. `cut`: there was more, or it never got so far. */
export type Completion = { content: string; isCut: boolean };

/** No answer in time. */
export class TimedOut extends ProviderFailed {}

type Attempt = { answer: FetchAnswer & { bytes: Buffer } } | { pause?: number; failure: ProviderFailed };

/** The chat model of a server that speaks the OpenAI protocol. Its limits are minded by all runs of this process together. */
@Injectable()
export class ChatEndpoint {
  private readonly turns = new Turns(REQUESTS_AT_ONCE);
  /** Settings that the server took last. */
  private settings = 0;

  constructor(
    private readonly config: Config,
    private readonly http: ConfiguredServerFetch,
    private readonly clock: Clock,
    private readonly patience: Patience,
    private readonly logger: Logger,
  ) {}

  /** Counts into `usage` what it cost. @throws ProviderFailed */
  async complete(messages: readonly ChatMessage[], usage: TranslationUsage): Promise<Completion> {
    for (let settings = this.settings; ; settings++) {
      const answer = await this.send({ messages, ...SETTINGS[settings] }, usage);
      if (answer.status === 400 && !isTooLong(answer.bytes) && settings + 1 < SETTINGS.length) continue;
      if (answer.status < 300) this.settings = settings;
      return this.read(answer, usage);
    }
  }

  /** Tries until there is an answer that trying again would not change. */
  private async send(body: object, usage: TranslationUsage): Promise<FetchAnswer & { bytes: Buffer }> {
    for (let tried = 1; ; tried++) {
      const attempt = await this.turns.take(async () => {
        usage.requests += 1;
        const made = await this.attempt(body);
        // Before the next one takes its turn.
        if ('failure' in made && made.pause !== undefined) this.hold(made.pause);
        return made;
      });
      if ('answer' in attempt) return attempt.answer;
      const most = attempt.failure instanceof TimedOut ? TIMED_OUT_ATTEMPTS : ATTEMPTS;
      if (tried >= most || (attempt.pause ?? 0) > LONGEST_PAUSE_MS) throw attempt.failure;
      // What the server asked for, all wait for.
      if (attempt.pause === undefined)
        await this.patience.pause(FIRST_PAUSE_MS * 2 ** (tried - 1) * (1 + Math.random() / 4));
    }
  }

  private hold(pause: number): void {
    if (pause <= LONGEST_PAUSE_MS) this.turns.hold(this.patience.pause(pause));
  }

  private async attempt(body: object): Promise<Attempt> {
    try {
      const answer = await this.ask(body);
      const { status } = answer;
      if (status !== 429 && status < 500) return { answer };
      if (status === 429 && errorOf(answer.bytes).code === 'insufficient_quota')
        return { pause: Infinity, failure: new ProviderFailed('The account at the translator is used up.') };
      const pause = retryAfter(answer.headers['retry-after'], this.clock.now());
      const said = pause === undefined ? '' : `, asking to wait ${Math.ceil(pause / 1000)} seconds`;
      // One that gives no time still has too much to do for all of us.
      return {
        pause: pause ?? (status === 429 ? FIRST_PAUSE_MS * 2 : undefined),
        failure: new ProviderFailed(`The translator answered ${status} again and again${said}.`),
      };
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      const message = `The translator gave no answer: ${error.message}.`;
      if (error.reason === 'timeout') return { failure: new TimedOut(message) };
      if (error.reason === 'unreachable') return { failure: new ProviderFailed(message) };
      throw new ProviderFailed(message);
    }
  }

  private ask(body: object): Promise<FetchAnswer & { bytes: Buffer }> {
    const { translatorUrl, translatorModel, translatorKey } = this.config;
    return this.http.fetchBytes(`${translatorUrl?.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(translatorKey === undefined ? {} : { authorization: `Bearer ${translatorKey}` }),
      },
      body: JSON.stringify({ model: translatorModel, ...body }),
      maxBytes: MAX_ANSWER,
      timeoutMs: this.patience.timeLimitMs,
      maxRedirects: 0,
      anyStatus: true,
    });
  }

  private read({ status, bytes }: FetchAnswer & { bytes: Buffer }, usage: TranslationUsage): Completion {
    if (status >= 300) {
      if (isTooLong(bytes) || status === 413) return { content: '', isCut: true };
      const { code, message } = errorOf(bytes);
      this.logger.warn('The translator refused a request', { status, code, detail: message?.slice(0, 200) });
      throw new ProviderFailed(REFUSALS[status] ?? `The translator refused the request (${status}).`);
    }
    const { choices, usage: used } = (parse(bytes) ?? {}) as ChatAnswer;
    const [choice] = Array.isArray(choices) ? choices : [];
    if (!choice)
      throw new ProviderFailed(
        'The translator answered something that is no chat completion: check TRANSLATOR_URL.',
      );
    usage.promptTokens += numberOf(used?.prompt_tokens);
    usage.completionTokens += numberOf(used?.completion_tokens);
    const { content } = choice.message ?? {};
    return {
      content: typeof content === 'string' ? content : '',
      isCut: choice.finish_reason === 'length',
    };
  }
}

interface ChatAnswer {
  choices?: { message?: { content?: unknown }; finish_reason?: unknown }[];
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown };
}

const REFUSALS: Record<number, string> = {
  401: 'The translator refused the key (401): check TRANSLATOR_KEY.',
  402: 'The account at the translator is used up (402).',
  403: 'The translator refused the key, or the model is not for it (403): check TRANSLATOR_KEY and TRANSLATOR_MODEL.',
  404: 'The translator has no such address or no such model (404): check TRANSLATOR_URL and TRANSLATOR_MODEL.',
};

function isTooLong(bytes: Buffer): boolean {
  return errorOf(bytes).code === 'context_length_exceeded';
}

function errorOf(bytes: Buffer): { code?: unknown; message?: string } {
  const { error } = (parse(bytes) ?? {}) as { error?: { code?: unknown; message?: unknown } | string };
  if (typeof error === 'string') return { message: error };
  const { code, message } = error ?? {};
  return { code, ...(typeof message === 'string' ? { message } : {}) };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.round(value) : 0;
}
