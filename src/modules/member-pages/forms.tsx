import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { ComponentChildren } from 'preact';
import { readBody } from '#modules/publishing/index.js';
import { Forbidden } from '#platform/http/errors.js';

/** Bytes of the fields of a form without long texts. */
export const BODY_LIMIT = 8 * 1024;
/** Name of the hidden field that holds the token of a form. */
const TOKEN_FIELD = 'form-token';
/** Name of the header in which scripts of a page send the same token. */
const PAGE_TOKEN_HEADER = 'x-page-token';

/** The token of the forms that the request at hand shows and sends; none for whoever has no session. */
const ownToken = new AsyncLocalStorage<string | undefined>();

/** Runs `work`, whose forms are bound to the session with this secret: what another session was shown, this one does not take. */
export function withFormToken<T>(session: string | undefined, work: () => Promise<T>): Promise<T> {
  // The page shows it, so the session must not follow from it.
  const token = session && createHmac('sha256', session).update('form').digest('base64url');
  return ownToken.run(token, work);
}

/** The token of the page at hand, which its scripts send to {@link requirePageToken}; empty for whoever has no session. */
export function pageToken(): string {
  return ownToken.getStore() ?? '';
}

/** A form that changes something; it carries the token that {@link readOwnForm} wants. */
export function PostForm(form: {
  action?: string;
  class?: string;
  /** True for a form with files, which `readOwnFiles` reads. */
  hasFiles?: boolean;
  /** Values for scripts of the page, by the names of their `data-` attributes. */
  data?: Record<string, string | number>;
  children: ComponentChildren;
}) {
  const token = ownToken.getStore();
  const enctype = form.hasFiles ? 'multipart/form-data' : undefined;
  const data = Object.entries(form.data ?? {}).map(([name, value]) => [`data-${name}`, value]);
  return (
    <form
      method="post"
      action={form.action}
      class={form.class}
      enctype={enctype}
      {...Object.fromEntries(data)}
    >
      {token !== undefined && <input type="hidden" name={TOKEN_FIELD} value={token} />}
      {form.children}
    </form>
  );
}

/**
 * Fields of a form, wherever it was.
 * @param limit bytes; 8 KB, which is more than any form without long texts can hold, where it is absent.
 * @throws PayloadTooLarge
 */
export async function readForm(message: IncomingMessage, limit = BODY_LIMIT): Promise<URLSearchParams> {
  return new URLSearchParams((await readBody({ message }, limit)).toString('utf8'));
}

/**
 * Fields of a form on a page that we showed in this session.
 * @param limit as for `readForm`.
 * @throws Forbidden for a form of another site, or one without the token; PayloadTooLarge
 */
export async function readOwnForm(message: IncomingMessage, limit?: number): Promise<URLSearchParams> {
  refuseOtherSites(message);
  const form = await readForm(message, limit);
  requireFormToken(form);
  return form;
}

/** Requires the token that {@link PostForm} puts into a form. @throws Forbidden */
export function requireFormToken(form: URLSearchParams): void {
  const token = ownToken.getStore();
  if (token !== undefined && !isEqual(form.get(TOKEN_FIELD) ?? '', token))
    throw new Forbidden(
      'This form is from before you signed in, or not from here. Go back, reload the page, and try again.',
    );
}

/**
 * Pages for members are for people: a script, even one that came to run at our own origin, is not handed them. Browsers say what
 * they ask for; other programs say nothing, and have no cookie of anybody.
 * @throws Forbidden
 */
export function refuseScripts({ headers }: IncomingMessage): void {
  const destination = headers['sec-fetch-dest'];
  if (destination === undefined) return;
  if (destination !== 'document' || headers['sec-fetch-mode'] !== 'navigate')
    throw new Forbidden('This page opens in its own window, not inside another page.');
}

/**
 * Requires the token of a page that was shown in this session, for requests of its scripts.
 * @throws Forbidden for a request of another site, or one without the token.
 */
export function requirePageToken(message: IncomingMessage): void {
  refuseOtherSites(message);
  const token = ownToken.getStore();
  if (token === undefined || !isEqual(String(message.headers[PAGE_TOKEN_HEADER] ?? ''), token))
    throw new Forbidden(
      'The request does not come from a page that was opened in this session; reload the page.',
    );
}

/** A form on another site must not act for somebody who is signed in, nor sign anybody in or out. @throws Forbidden */
export function refuseOtherSites({ headers }: IncomingMessage): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  // An origin without a host (a sandboxed frame) is foreign, unless the browser says that it is ours.
  const isOther =
    origin !== undefined &&
    site !== 'same-origin' &&
    (!URL.canParse(origin) || new URL(origin).host !== host);
  if (isOther || site === 'cross-site') throw new Forbidden('This form belongs to another site.');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
