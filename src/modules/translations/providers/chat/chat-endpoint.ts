import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { ConfiguredServerFetch } from '#platform/http-client/configured-server-fetch.js';
import { type FetchAnswer, FetchFailed } from '#platform/http-client/guarded-fetch.js';
import { Logger } from '#platform/logging/logger.js';
import { ProviderFailed, type TranslationUsage } from '../translation-provider.js';
import { Patience } from './patience.js';
import { retryAfter } from './retry-after.js';
import { PausableSemaphore } from './pausable-semaphore.js';

const MAX_ANSWER = 16 * 1024 * 1024;
const REQUESTS_AT_ONCE = 2;
/** With their pauses a bit over a minute, which is what many servers count in. */
const ATTEMPTS = 7;
/** Asking once more for what took too long mostly takes as long again. */
const TIMED_OUT_ATTEMPTS = 2;
const FIRST_PAUSE_MS = 1000;
/** A server that asks for a longer pause is treated as unavailable. */
const MAX_PAUSE_MS = 120_000;
/** Optional settings, best first: servers that do not support one answer 400 without saying why. */
const SETTINGS = [{ temperature: 0, response_format: { type: 'json_object' } }, { temperature: 0 }, {}];

interface ChatMessage {
  role: 'system' | 'user';
  content: string;
}

/** Answer of a model. `isCut`: it was longer than the limit, or never began. */
type Completion = { content: string; isCut: boolean };

/** No answer in time. */
export class TimedOut extends ProviderFailed {}

/** Trying again would change nothing. */
class Hopeless extends ProviderFailed {}

type Answer = FetchAnswer & { bytes: Buffer };

/** The chat model of a server that speaks the OpenAI protocol. Its limits are minded by all runs of this process together. */
@Injectable()
export class ChatEndpoint {
  private readonly semaphore = new PausableSemaphore(REQUESTS_AT_ONCE);
  /** Settings that the server took last. */
  private settings = 0;

  constructor(
    private readonly config: Config,
    private readonly http: ConfiguredServerFetch,
    private readonly clock: Clock,
    private readonly patience: Patience,
    private readonly logger: Logger,
  ) {}

  /** Counts into `usage` what it cost. @throws ProviderFailed, and what `signal` says when that breaks it off. */
  async complete(
    messages: readonly ChatMessage[],
    usage: TranslationUsage,
    signal?: AbortSignal,
  ): Promise<Completion> {
    for (let settings = this.settings; ; settings++) {
      const answer = await this.send({ messages, ...SETTINGS[settings] }, usage, signal);
      if (answer.status === 400 && !isTooLong(answer.bytes) && settings + 1 < SETTINGS.length) continue;
      if (answer.status < 300) this.settings = settings;
      return this.read(answer, usage);
    }
  }

  /** Tries until there is an answer that trying again would not change. */
  private async send(body: object, usage: TranslationUsage, signal?: AbortSignal): Promise<Answer> {
    for (let tried = 1; ; tried++) {
      const outcome = await this.semaphore.run(() => {
        usage.requests += 1;
        return this.attempt(body, tried, signal);
      }, signal);
      if ('answer' in outcome) return outcome.answer;
      await outcome.pause;
    }
  }

  /** An answer, or the pause before the next turn is taken. @throws ProviderFailed when there is to be none. */
  private async attempt(
    body: object,
    tried: number,
    signal?: AbortSignal,
  ): Promise<{ answer: Answer } | { pause?: Promise<void> }> {
    let failure: ProviderFailed;
    let asked: number | undefined;
    let isBusy = false;
    try {
      const answer = await this.ask(body, signal);
      const { status } = answer;
      isBusy = status === 429;
      if (!isBusy && status < 500) return { answer };
      asked = retryAfter(answer.headers['retry-after'], this.clock.now());
      failure = failureOf(answer, asked);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof FetchFailed)) throw error;
      failure = unanswered(error);
    }
    const most = failure instanceof TimedOut ? TIMED_OUT_ATTEMPTS : ATTEMPTS;
    if (failure instanceof Hopeless || tried >= most || (asked ?? 0) > MAX_PAUSE_MS) throw failure;
    const backoff = FIRST_PAUSE_MS * 2 ** (tried - 1) * (1 + Math.random() / 4);
    const pauseMs = Math.max(asked ?? 0, backoff);
    if (!isBusy && asked === undefined) return { pause: this.patience.pause(pauseMs, signal) };
    // A server's request to slow down applies to all callers, immediately and also after this run ends.
    this.semaphore.pauseFor(this.patience.pause(pauseMs));
    return {};
  }

  private ask(body: object, signal?: AbortSignal): Promise<Answer> {
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
      signal,
    });
  }

  private read({ status, bytes }: Answer, usage: TranslationUsage): Completion {
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
        'The translator answered something other than a chat completion: check TRANSLATOR_URL.',
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

function failureOf({ status, bytes }: Answer, asked: number | undefined): ProviderFailed {
  if (status === 429 && errorOf(bytes).code === 'insufficient_quota')
    return new Hopeless('The account at the translator is used up.');
  const said = asked === undefined ? '' : `, asking to wait ${Math.ceil(asked / 1000)} seconds`;
  return new ProviderFailed(`The translator is too busy, or broken: it answered ${status}${said}.`);
}

function unanswered({ reason, message }: FetchFailed): ProviderFailed {
  const sentence = `The translator gave no answer: ${message}.`;
  if (reason === 'timeout') return new TimedOut(sentence);
  return reason === 'unreachable' ? new ProviderFailed(sentence) : new Hopeless(sentence);
}

/** Error codes of servers for too long requests, and the messages of those without a code. */
const TOO_LONG = new Set<unknown>(['context_length_exceeded', 'exceed_context_size_error']);
const TOO_LONG_WORDS = /maximum context length|available context size/i;

function isTooLong(bytes: Buffer): boolean {
  const { code, type, message = '' } = errorOf(bytes);
  return TOO_LONG.has(code) || TOO_LONG.has(type) || TOO_LONG_WORDS.test(message);
}

interface ChatError {
  code?: unknown;
  type?: unknown;
  message?: string;
}

/** Below `error`, as the protocol has it, or at the top, where some servers put it. */
function errorOf(bytes: Buffer): ChatError {
  const answer = (parse(bytes) ?? {}) as Record<string, unknown>;
  const { error = answer } = answer;
  if (typeof error === 'string') return { message: error };
  const { code, type, message } = (error ?? {}) as Record<string, unknown>;
  return { code, type, ...(typeof message === 'string' ? { message } : {}) };
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
