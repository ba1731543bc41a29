import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { PACK_LIMITS } from './pack-limits.js';
import { packToFile } from './pack-to-file.js';

const TIMEOUT_MS = 10 * 60_000;

/**
 * Lets isomorphic-git speak through the client that keeps to public addresses.
 * @param packFile where a pack that is fetched goes, in place of the library.
 */
export function gitHttp(http: GuardedFetch, packFile?: string): HttpClient {
  return { request: (request) => send(http, request, packFile) };
}

async function send(
  http: GuardedFetch,
  request: GitHttpRequest,
  packFile: string | undefined,
): Promise<GitHttpResponse> {
  const { url, headers = {} } = request;
  const method = request.method === 'POST' ? 'POST' : 'GET';
  const chunks: Uint8Array[] = [];
  if (request.body) for await (const chunk of request.body) chunks.push(chunk);
  const answer = await http.fetch(url, {
    method,
    headers,
    ...(method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    maxBytes: PACK_LIMITS.packedBytes,
    timeoutMs: TIMEOUT_MS,
    anyStatus: true,
  });
  const isPack = answer.headers['content-type'] === 'application/x-git-upload-pack-result';
  const body = packFile && isPack ? packToFile(answer.body, packFile) : answer.body;
  return {
    url: answer.url,
    method,
    statusCode: answer.status,
    statusMessage: String(answer.status),
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
    body: body as unknown as AsyncIterableIterator<Uint8Array>,
  };
}
