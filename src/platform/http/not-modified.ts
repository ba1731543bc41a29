import type { Request, Response } from 'express';
import { entityTagOf, namesWeakly } from './preconditions/entity-tags.js';

/**
 * Answers 304 where the caller has the state `tag` already (RFC 9110, section 13.1.2), and names the state in any case.
 * @param tag names the state; opaque, without quotes.
 * @returns whether there is nothing more to send.
 */
export function answersNotModified(request: Request, response: Response, tag: string): boolean {
  const etag = `"${tag}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (known === undefined || !namesWeakly(known, etag)) return false;
  response.status(304);
  return true;
}

/**
 * Names the bytes of an answer to a read as its state, where it has no other name; `true` where the caller has them already. By then the
 * work is done and all that was asked is allowed; what is saved is the way to the client.
 */
export function isKnownAnswer(response: Response, text: string | Buffer): boolean {
  const { req: request } = response;
  if (response.statusCode !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  if (response.hasHeader('ETag')) return false;
  const etag = entityTagOf(text);
  if (etag === undefined) return false;
  response.setHeader('ETag', etag);
  const known = request.headers['if-none-match'];
  return known !== undefined && namesWeakly(known, etag);
}
