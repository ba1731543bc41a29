import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Headers with a hexadecimal HMAC-SHA-256 of the body, with `sha256=` before it or not. */
const SIGNED = [
  'x-hub-signature-256',
  'x-forgejo-signature',
  'x-gitea-signature',
  'x-hub-signature',
] as const;
const TOKEN = 'x-gitlab-token';
/** Answer to each delivery that is not signed as it has to be, whatever is wrong with it. */
export const NOT_OF_HOST =
  'The signature is not that of the connection with this address. Give the host the secret that Bindery shows.';

/** True when a request says at all that it is signed, so that the body of another one need not be read. */
export function hasSignature(headers: IncomingHttpHeaders): boolean {
  return [...SIGNED, TOKEN].some((name) => textOf(headers[name]) !== '');
}

/**
 * True when the sender of a body knows the secret. GitHub, Forgejo, Gitea and Bitbucket sign the body; GitLab sends the secret itself.
 * It takes the same time for all wrong ones.
 */
export function isFromHost(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const right = createHmac('sha256', secret).update(body).digest('hex');
  const signatures = SIGNED.map((name) => textOf(headers[name]).replace(/^sha256=/, ''));
  const matches = [
    ...signatures.map((signature) => isEqual(signature, right)),
    isEqual(textOf(headers[TOKEN]), secret),
  ];
  return matches.includes(true);
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isEqual(given: string, wanted: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(wanted));
}

/** Of one length, whatever was given. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
