import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { CliError } from './cli-error.js';

interface Answer<T> {
  body: T;
  /** Last part of the address in the Location header. */
  locationId?: string;
}

/** Talks to a server; every failure becomes one sentence. */
export class Api {
  constructor(
    private readonly base: string,
    /** Null for calls that need none. */
    private readonly token: string | null | undefined,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.json<T>('GET', path).then(({ body }) => body);
  }

  post<T>(path: string, body?: object): Promise<T> {
    return this.json<T>('POST', path, body).then((answer) => answer.body);
  }

  /** As `post`, without a token: for what comes before there is one. */
  postAnonymously<T>(path: string, body: object): Promise<T> {
    return new Api(this.base, null).post<T>(path, body);
  }

  /** Address of a page of the server. */
  pageAddress(path: string): string {
    return `${this.base.replace(/\/+$/, '')}/${path}`;
  }

  /** As `post`, with the id that the answer's Location leads to. */
  start(path: string, body: object): Promise<Answer<unknown>> {
    return this.json('POST', path, body);
  }

  delete(path: string): Promise<unknown> {
    return this.json('DELETE', path);
  }

  /** Sends a stream. */
  async upload<T>(path: string, contentType: string, stream: Readable): Promise<T> {
    const response = await this.send('POST', path, {
      headers: { 'content-type': contentType },
      body: Readable.toWeb(stream) as unknown as BodyInit,
      duplex: 'half',
    });
    return (await response.json()) as T;
  }

  async download(path: string): Promise<Readable> {
    const response = await this.send('GET', path);
    if (!response.body) throw new CliError('The server sent nothing.');
    return Readable.fromWeb(response.body as ReadableStream);
  }

  private async json<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
    const response = await this.send(method, path, {
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    const locationId = response.headers.get('location')?.split('/').pop();
    return { body: (text === '' ? undefined : JSON.parse(text)) as T, ...(locationId ? { locationId } : {}) };
  }

  private async send(
    method: string,
    path: string,
    init: RequestInit & { duplex?: 'half' } = {},
  ): Promise<Response> {
    if (!this.token && this.token !== null)
      throw new CliError('Give a token with --token or in BINDERY_TOKEN.');
    const authorization: Record<string, string> = this.token ? { authorization: `Bearer ${this.token}` } : {};
    const headers = { ...(init.headers as Record<string, string>), ...authorization };
    let response: Response;
    try {
      response = await fetch(`${this.base.replace(/\/+$/, '')}/v1/${path}`, { ...init, method, headers });
    } catch (error) {
      const { cause } = error as { cause?: { message?: string } };
      throw new ServerAway(
        `The server at ${this.base} cannot be reached${cause?.message ? ` (${cause.message})` : ''}.`,
      );
    }
    if (response.ok) return response;
    throw new CliError(await describe(response));
  }
}

/** The server did not answer; it may come back. */
export class ServerAway extends CliError {}

async function describe(response: Response): Promise<string> {
  const text = await response.text().catch(() => '');
  try {
    const { error } = JSON.parse(text) as { error?: { message?: string } };
    if (error?.message) return error.message;
  } catch {
    // Not our error body: a proxy's page, perhaps.
  }
  return `The server answered ${response.status}.`;
}
