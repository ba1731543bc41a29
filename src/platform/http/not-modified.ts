import type { Request, Response } from 'express';

/**
 * Answers 304 where the caller has the state `tag` already (RFC 9110, section 13.1.2), and names the state in any case.
 * @param tag names the state; opaque, without quotes.
 * @returns whether there is nothing more to send.
 */
export function answersNotModified(request: Request, response: Response, tag: string): boolean {
  const etag = `"${tag}"`;
  response.setHeader('ETag', etag);
  response.setHeader('Cache-Control', 'no-cache');
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (!known?.some((one) => one === etag || one === '*')) return false;
  response.status(304);
  return true;
}
