import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a model received. */
export interface ModelRequest {
  path: string;
  key?: string;
  body: { input?: string[] };
}

/** A server on this machine that speaks the OpenAI protocol, and gives the answers of a test. */
export interface ModelServer {
  /** Value of CONVERSATIONS_URL. */
  url: string;
  requests: ModelRequest[];
  /** A number is sent as a status, a text unchanged, all else as JSON. */
  answer(request: ModelRequest): unknown;
  close(): Promise<void>;
}

export async function startModelServer(): Promise<ModelServer> {
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    const body = JSON.parse(text) as ModelRequest['body'];
    const asked = { path: request.url ?? '', key: request.headers.authorization, body };
    models.requests.push(asked);
    const said = await models.answer(asked);
    if (typeof said === 'number') response.writeHead(said).end('{}');
    else response.end(typeof said === 'string' ? said : JSON.stringify(said));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const models: ModelServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    answer: () => ({}),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return models;
}

/** The answer of a model that reads conversations. */
export const saying = (content: unknown) => ({
  choices: [{ message: { content: typeof content === 'object' ? JSON.stringify(content) : content } }],
});
