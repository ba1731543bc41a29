import { createHash, timingSafeEqual } from 'node:crypto';
import { nextPath } from '#modules/users/index.js';
import type { SamlProvider } from '../providers/saml-providers.repository.js';
import { SignInRefused } from '../saml.errors.js';
import type { SamlRequest } from './saml-sign-ins.repository.js';

/** Longest time that people may take at the identity provider. */
const REQUEST_MS = 15 * 60_000;

/** A sign-in, or a test, that begins. `browser` is a secret of the browser, where it can keep one. */
interface Begun {
  id: string;
  providerId: string;
  browser: string | undefined;
  isTest: boolean;
  next?: string;
}

/** The request to remember for a sign-in or a test that begins now. */
export function samlRequest({ browser, next = '', ...request }: Begun, now: Date): SamlRequest {
  const browserHash = browser === undefined ? null : hash(browser);
  const expiresAt = new Date(now.getTime() + REQUEST_MS);
  return { ...request, browserHash, next: nextPath(next), expiresAt };
}

/** Requires that an answer arrives in the browser where its request began. @throws SignInRefused */
export function requireBrowser({ browserHash }: SamlRequest, browser: string | undefined): void {
  if (browserHash && !(browser && timingSafeEqual(hash(browser), browserHash)))
    throw new SignInRefused('This sign-in was begun in another browser. Begin a new one in this one.');
}

/** Requires everything that a sign-in needs to know of the provider. @throws SignInRefused */
export function requireComplete({ ssoUrl, entityId, certificate }: SamlProvider): void {
  if (!ssoUrl || !entityId || !certificate)
    throw new SignInRefused(
      'This identity provider is not set up yet: it needs ssoURL, entityID and certificate.',
    );
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
