import { createHash } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import type { UsedVersions } from '#modules/openapi/index.js';
import type { SignedFile } from '#modules/storage/index.js';
import {
  CONTENT_SECURITY_POLICY,
  contentSecurityPolicy,
  type PageNeeds,
} from '../content-security-policy.js';

/** An answer with a complete body, which clients may cache by its ETag. */
export interface BodyAnswer {
  kind: 'body';
  status: number;
  body: Buffer;
  /** Compresses the body on the first call and keeps the result. Absent if compression is not worth it. */
  gzip?: () => Promise<Buffer>;
  etag: string;
  headers: Record<string, string>;
  /** Versions of the API specifications that the body shows; absent when it shows none. */
  specifications?: UsedVersions;
  /** Seconds for which the body may be cached; for as long as the site is the same if absent. */
  seconds?: number;
}

/** The answer to a request for an address of a site. */
export type SiteAnswer =
  | BodyAnswer
  | {
      kind: 'redirect';
      location: string;
      /** 307 when absent. */
      status?: number;
      /** True if the query of the request is not to be added to the location. */
      isComplete?: boolean;
      headers?: Record<string, string | string[]>;
    }
  | { kind: 'file'; file: SignedFile & { secondsLeft: number } }
  /** An answer that writes itself, such as a stream or another protocol. */
  | { kind: 'custom'; send(request: IncomingMessage, response: ServerResponse): Promise<void> | void };

const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // Browsers revalidate the page on each view, so that a merge shows at once.
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

/** A page, with the allowances that it needs beyond other pages. */
export function html(
  status: number,
  text: string,
  {
    specifications,
    needs,
    seconds,
  }: { specifications?: UsedVersions; needs?: PageNeeds; seconds?: number } = {},
): BodyAnswer {
  const answer = body(status, text, {
    'Content-Type': 'text/html; charset=utf-8',
    // The Markdown of the page is at the same address.
    Vary: 'Accept, Accept-Encoding',
    'Content-Security-Policy': needs ? contentSecurityPolicy(needs) : CONTENT_SECURITY_POLICY,
  });
  return {
    ...answer,
    ...(specifications?.size ? { specifications } : {}),
    ...(seconds === undefined ? {} : { seconds }),
  };
}

/** Level 6 takes half as long again for a page, and makes the result three percent smaller. */
const LEVEL = 4;
const gzip = promisify(gzipWithCallback);

/**
 * Any other body.
 * @param compresses false for types that do not compress.
 */
export function body(
  status: number,
  content: string | Buffer,
  headers: Record<string, string> & { 'Content-Type': string },
  compresses = true,
): BodyAnswer {
  const bytes = Buffer.from(content);
  const etag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
  return {
    kind: 'body',
    status,
    body: bytes,
    ...(compresses ? { gzip: compressedOnce(bytes) } : {}),
    etag,
    headers: { ...COMMON_HEADERS, ...headers },
  };
}

/** The compression runs in a thread pool, so only the request for it waits. */
function compressedOnce(bytes: Buffer): () => Promise<Buffer> {
  let compressed: Promise<Buffer> | undefined;
  return () => (compressed ??= gzip(bytes, { level: LEVEL }));
}

/** Bytes that an answer takes in memory, its compressed form included. */
export function sizeOf({ body: bytes, gzip: compressed }: BodyAnswer): number {
  return Math.ceil(bytes.length * (compressed ? 1.3 : 1)) + 200;
}

/** Cache options with the time for which an answer is kept. */
export function keeping({ seconds }: BodyAnswer): { ttl?: number } {
  return seconds === undefined ? {} : { ttl: Math.max(1, seconds * 1000) };
}

export function json(status: number, value: unknown): BodyAnswer {
  return body(status, JSON.stringify(value), { 'Content-Type': 'application/json; charset=utf-8' });
}

/** Writes `answer`. Headers already set on `response` are specific to the reader and win over those of the answer. */
export function sendBody(answer: BodyAnswer, request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...answer.headers, ETag: answer.etag, ...setForReader(answer, response) };
  if (answer.status === 200 && request.headers['if-none-match'] === answer.etag) {
    response.writeHead(304, headers).end();
    return;
  }
  const send = (bytes: Buffer, encoding?: 'gzip'): void => {
    const encoded = encoding ? { 'Content-Encoding': encoding } : {};
    response.writeHead(answer.status, { ...headers, ...encoded, 'Content-Length': bytes.length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  };
  if (!answer.gzip || !/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')))
    return send(answer.body);
  void answer.gzip().then(
    (bytes) => send(bytes, 'gzip'),
    () => send(answer.body),
  );
}

function setForReader({ headers }: BodyAnswer, response: ServerResponse): OutgoingHttpHeaders {
  const { 'cache-control': caching, ...others } = response.getHeaders();
  // A private answer decides itself how long browsers may cache it.
  const isPrivate = /^(private|no-store)/.test(headers['Cache-Control'] ?? '');
  return isPrivate || caching === undefined ? others : { ...others, 'Cache-Control': caching };
}
