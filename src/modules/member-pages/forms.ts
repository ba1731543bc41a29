import type { IncomingMessage } from 'node:http';
import { readBody } from '#modules/publishing/index.js';
import { Forbidden } from '#platform/http/errors.js';

const BODY_LIMIT = 8 * 1024;

/** What somebody filled in. @throws PayloadTooLarge above 8 KB, which is more than any of our forms can hold. */
export async function readForm(message: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody({ message }, BODY_LIMIT)).toString('utf8'));
}

/** A form on another site must not act for somebody who is signed in, nor sign anybody in or out. @throws Forbidden */
export function refuseOtherSites({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  // Without a host of its own (a frame in a sandbox), an origin is nobody's, unless the browser says that it is ours.
  const isOther =
    origin !== undefined &&
    site !== 'same-origin' &&
    (!URL.canParse(origin) || new URL(origin).host !== host);
  if (isOther || site === 'cross-site') throw new Forbidden('This form belongs to another site.');
}
