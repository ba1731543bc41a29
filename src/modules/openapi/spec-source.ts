import { BadRequest } from '#platform/http/errors.js';
import type { SpecSourceInput } from './openapi.dto.js';
import type { SpecSource } from './openapi.types.js';

/** The source that a body names. @throws BadRequest unless it is either an address without credentials or a text. */
export function sourceOf({ url, text }: SpecSourceInput): SpecSource {
  if (url !== undefined && text === undefined) {
    const { username, password } = new URL(url);
    if (username === '' && password === '') return { url };
    throw new BadRequest('source.url must have no user name or password in it: members see the address.');
  }
  if (text !== undefined && url === undefined) return { text };
  throw new BadRequest('source needs either a url or a text.');
}
