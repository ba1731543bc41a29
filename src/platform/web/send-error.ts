import type { ServerResponse } from 'node:http';
import type { DomainError } from '../http/errors.js';
import { errorBody } from '../http/problem.js';
import { currentContext } from '../logging/context.js';

/** Answers an error as the API does, before its framework; null is an error whose text is not for clients. */
export function sendError(error: DomainError | null, response: ServerResponse): void {
  const told = error ?? { status: 500, message: 'Something went wrong.' };
  const { type, body } = errorBody(response.req, told, currentContext().requestId);
  response
    .appendHeader('Vary', 'Accept')
    .writeHead(told.status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}
