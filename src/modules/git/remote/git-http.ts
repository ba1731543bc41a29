import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { GuardedFetch } from '#platform/http-client/guarded-fetch.js';

const MOST_BYTES = 1024 * 1024 * 1024;
const TIMEOUT_MS = 10 * 60_000;

/** Lets isomorphic-git speak through the client that keeps to public addresses. */
export function gitHttp(http: GuardedFetch): HttpClient {
  return { request: (request) => send(http, request) };
}

async function send(http: GuardedFetch, request: GitHttpRequest): Promise<GitHttpResponse> {
  const { url, headers = {} } = request;
  const method = request.method === 'POST' ? 'POST' : 'GET';
  const chunks: Uint8Array[] = [];
  if (request.body) for await (const chunk of request.body) chunks.push(chunk);
  const answer = await http.fetch(url, {
    method,
    headers,
    ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    maxBytes: MOST_BYTES,
    timeoutMs: TIMEOUT_MS,
    anyStatus: true,
  });
  return {
    url: answer.url,
    method,
    statusCode: answer.status,
    statusMessage: String(answer.status),
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    body: answer.body as unknown as AsyncIterableIterator<Uint8Array>,
  };
}
