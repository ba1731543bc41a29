import { BadRequest } from '../errors.js';

const MAX_LENGTH = 255;
/** A string of RFC 9651: visible letters and blanks of ASCII, of which quotes and backslashes are escaped. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
/** A key without quotes, as most clients send it. A comma would be in two headers that were put together. */
const BARE = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]*$/;

/**
 * The key of `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a string in quotes, as the draft has it, or bare. With and
 * without quotes it is the same key.
 * @throws BadRequest for a key that is empty, too long, or has other letters.
 */
export function readIdempotencyKey(header: string | string[]): string {
  const text = String(header).trim();
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(["\\])/g, '$1') ?? (BARE.test(text) ? text : undefined);
  if (key === undefined)
    throw new BadRequest(
      'The header "Idempotency-Key" must be one key of visible ASCII letters, such as a UUID; in quotes, or without quotes, commas and blanks.',
    );
  if (key === '')
    throw new BadRequest('The header "Idempotency-Key" must not be empty; a UUID is a good key.');
  if (key.length > MAX_LENGTH)
    throw new BadRequest(`The header "Idempotency-Key" must have at most ${MAX_LENGTH} characters.`);
  return key;
}
