import type { ServerResponse } from 'node:http';
import type { DomainError } from '../http/errors.js';

/** Answers an error as the API does, before its framework; null is an error whose text is not for clients. */
export function sendError(error: DomainError | null, response: ServerResponse): void {
  const code = error?.status ?? 500;
  const message = error?.message ?? 'Something went wrong.';
  response
    .writeHead(code, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(JSON.stringify({ error: { code, message } }));
}
