/** An answer of the API that says that the request failed. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** The whole answer, for errors that say more than a sentence. */
    readonly body: unknown,
    /** Seconds after which to ask again, if the server named them. */
    readonly retryAfter: number | null,
  ) {
    super(message);
  }
}

/** The server could not be reached, or the connection was lost before its answer. */
export class Unreachable extends Error {}

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, with its own content type. */
  data?: BodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** True for the last request of a page that is being left. */
  keepalive?: boolean;
}

/** Address of the site below which the app is: empty, or the path of PUBLIC_URL. */
export const base = content('bindery-base');

/**
 * Asks the API with the session of the browser.
 * @param path below `/v1`, such as `/spaces/abc`.
 * @throws ApiError, Unreachable
 */
export async function api<T>(path: string, request: ApiRequest = {}): Promise<T> {
  const response = await send(path, request);
  const text = await response.text().catch(() => {
    throw new Unreachable('The connection was lost.');
  });
  const body: unknown = text === '' ? undefined : parsed(text);
  if (!response.ok)
    throw new ApiError(response.status, messageOf(body, response), body, retryAfterOf(response));
  return body as T;
}

async function send(path: string, request: ApiRequest): Promise<Response> {
  const { method = 'GET', query = {}, body, data, headers, signal, keepalive } = request;
  const address = new URL(`${base}/app/~api/v1${path}`, location.origin);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value));
  try {
    return await fetch(address, {
      method,
      headers: {
        'X-Page-Token': content('bindery-page-token'),
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? data : JSON.stringify(body),
      signal,
      keepalive,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable('The server cannot be reached.');
  }
}

function content(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function messageOf(body: unknown, { status }: Response): string {
  const message = (body as { error?: { message?: unknown } } | undefined)?.error?.message;
  return typeof message === 'string' ? message : `The server answered ${status}.`;
}

function retryAfterOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
