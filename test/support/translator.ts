import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mapSegmentText } from '../../src/modules/translations/segments/placeholders.js';

/** A request that a chat server receives. */
export interface ChatRequest {
  path: string;
  key?: string;
  body: {
    model?: string;
    temperature?: number;
    response_format?: { type: string };
    messages: { role: string; content: string }[];
  };
  /** The texts that were to be translated. */
  texts: string[];
}

/** The function that answers a request. */
export type Behaviour = (request: ChatRequest, response: ServerResponse) => unknown;

/** A server on this machine that speaks the OpenAI protocol and translates by shouting. */
export interface Translator {
  /** Value of TRANSLATOR_URL. */
  url: string;
  requests: ChatRequest[];
  /** The maximal number of requests that it had at the same time. */
  atOnce: number;
  /** Sets the answers to the next requests, one after the other; requests after them are translated. */
  next(...behaviours: Behaviour[]): void;
  /** Sets the answer to all requests that `next` does not cover. */
  always(behaviour: Behaviour): void;
  reset(): void;
  close(): Promise<void>;
}

export const shout = (text: string): string => mapSegmentText(text, (words) => words.toUpperCase());

/** Answers with this content as the message of the model. */
export const say =
  (content: unknown, more: { finish_reason?: string; usage?: object } = {}): Behaviour =>
  (_, response) => {
    const { finish_reason = 'stop', usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 } } =
      more;
    const choice = { index: 0, finish_reason, message: { role: 'assistant', content } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'chat', object: 'chat.completion', choices: [choice], usage }));
  };

/** Translates each text by a function; null leaves it out. */
export const translate =
  (translation: (text: string) => string | null): Behaviour =>
  (request, response) => {
    const entries = request.texts.map((text, at) => [String(at + 1), translation(text)] as const);
    const translations = Object.fromEntries(entries.filter(([, text]) => text !== null));
    return say(JSON.stringify({ translations }))(request, response);
  };

/** Answers with this status and body. */
export const answerWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const refuse = (
  status: number,
  headers: Record<string, string> = {},
  error: object = { message: 'No.' },
): Behaviour => answerWith(status, { error }, headers);

/** Never answers. */
export const hang: Behaviour = () => undefined;

/** Closes the connection in the middle of the answer. */
export const breakOff: Behaviour = (_, response) => {
  response.writeHead(200).write('{"choices":');
  setImmediate(() => response.destroy());
};

/** Answers late. */
export const slow =
  (milliseconds: number, behaviour: Behaviour = translate(shout)): Behaviour =>
  (request, response) =>
    setTimeout(() => behaviour(request, response), milliseconds);

export async function startTranslator(): Promise<Translator> {
  let queue: Behaviour[] = [];
  let usual = translate(shout);
  let open = 0;
  const server = createServer((request, response) => {
    translator.atOnce = Math.max(translator.atOnce, ++open);
    response.on('close', () => (open -= 1));
    void read(request).then((chat) => {
      translator.requests.push(chat);
      const behaviour = queue.shift() ?? usual;
      behaviour(chat, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const translator: Translator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    atOnce: 0,
    next: (...behaviours) => void queue.push(...behaviours),
    always: (behaviour) => (usual = behaviour),
    reset: () => {
      Object.assign(translator, { requests: [], atOnce: 0 });
      queue = [];
      usual = translate(shout);
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return translator;
}

async function read(request: IncomingMessage): Promise<ChatRequest> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  const body = JSON.parse(text) as ChatRequest['body'];
  const { texts = {} } = JSON.parse(body.messages.at(-1)?.content ?? '{}') as {
    texts?: Record<string, string>;
  };
  return { path: request.url ?? '', key: request.headers.authorization, body, texts: Object.values(texts) };
}
