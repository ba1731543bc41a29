import { parseCookie, stringifySetCookie } from 'cookie';
import { type PublishedSite, takesTokens, type VisitorCredentials } from '#modules/sites/index.js';
import type { SiteRequest } from '../requests/reader-request.js';

/** Query parameter in which a sign-in returns the token of a visitor. */
export const TOKEN_PARAMETER = 'jwt_token';
/** Prefix of query parameters with claims: `?visitor.plan=pro`. */
const CLAIM_PREFIX = 'visitor.';
/** Cookies with a token; the second name is read because renderers of the published contract set it. */
const TOKEN_COOKIES = ['bindery-visitor-token', 'gitbook-visitor-token'] as const;
/** Prefix of cookies with claims as JSON, which pages of the organization may set. */
const PUBLIC_COOKIE = 'gitbook-visitor-public';
const ATTEMPTS_COOKIE = 'bindery-visitor-attempts';
const ATTEMPTS_SECONDS = 60;
const MAX_CLAIMS = 50;
const MAX_DEPTH = 8;
/** Names that would change the prototype of an object. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

type Claims = Record<string, unknown>;

export interface RequestCredentials extends VisitorCredentials {
  /** True if the address contains credentials, which are to be removed from it. */
  isInAddress: boolean;
}

/** Credentials in a request; none if the site does not read them. */
export function readCredentials(site: PublishedSite, { headers, query }: SiteRequest): RequestCredentials {
  if (!takesTokens(site)) return { isInAddress: false };
  const cookies = parseCookie(headers.cookie ?? '');
  const given = query.get(TOKEN_PARAMETER) || undefined;
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const kept = TOKEN_COOKIES.map((name) => cookies[name]).find((token) => token !== undefined);
  const jwt = given ?? bearer ?? kept;
  if (!site.adaptiveContent) return { jwt, isInAddress: query.has(TOKEN_PARAMETER) };
  const claimed = claimsOfQuery(query);
  return {
    jwt,
    unsigned: { ...claimsOfCookies(cookies), ...claimed },
    isInAddress: query.has(TOKEN_PARAMETER) || Object.keys(claimed).length > 0,
  };
}

/** The query without credentials, with its question mark; '' if nothing is left. */
export function queryWithoutCredentials(query: URLSearchParams): string {
  const rest = new URLSearchParams(
    [...query].filter(([name]) => name !== TOKEN_PARAMETER && !name.startsWith(CLAIM_PREFIX)),
  );
  return rest.size > 0 ? `?${rest.toString()}` : '';
}

/** A cookie that is sent back only to pages of the site and is hidden from scripts. */
function siteCookie(
  { siteBasePath, siteUrl }: SiteRequest,
  name: string,
  value: string,
  maxAge?: number,
): string {
  return stringifySetCookie({
    name,
    value,
    path: siteBasePath,
    httpOnly: true,
    sameSite: 'lax',
    secure: siteUrl.startsWith('https:'),
    maxAge,
  });
}

/** Keeps a token until it expires. */
export function tokenCookie(request: SiteRequest, token: string, seconds: number): string {
  return siteCookie(request, TOKEN_COOKIES[0], token, Math.max(1, Math.floor(seconds)));
}

/** Keeps unsigned claims until the browser is closed. */
export function claimsCookie(request: SiteRequest, claims: Claims): string {
  return siteCookie(request, PUBLIC_COOKIE, JSON.stringify(claims));
}

/** Number of redirects of the visitor to the sign-in within the last minute. */
export function attemptsOf({ headers }: SiteRequest): number {
  return Number(parseCookie(headers.cookie ?? '')[ATTEMPTS_COOKIE]) || 0;
}

export function attemptsCookie(request: SiteRequest, attempts: number): string {
  return siteCookie(request, ATTEMPTS_COOKIE, String(attempts), ATTEMPTS_SECONDS);
}

function claimsOfCookies(cookies: Record<string, string | undefined>): Claims {
  const parts = Object.entries(cookies)
    .filter(([name]) => name.startsWith(PUBLIC_COOKIE))
    .map(([, text]) => parseRecord(text ?? ''));
  return Object.assign({}, ...parts) as Claims;
}

function parseRecord(text: string): Claims {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : {};
  } catch {
    return {};
  }
}

/** `visitor.a.b=c` as `{ a: { b: 'c' } }`; repeated names become a list. */
function claimsOfQuery(query: URLSearchParams): Claims {
  const claims: Claims = {};
  const names = new Set([...query.keys()].filter((name) => name.startsWith(CLAIM_PREFIX)));
  for (const name of [...names].slice(0, MAX_CLAIMS)) {
    const path = name.slice(CLAIM_PREFIX.length).split('.');
    if (path.length > MAX_DEPTH || path.some((part) => part === '' || FORBIDDEN.has(part))) continue;
    const values = query.getAll(name);
    put(claims, path, values.length > 1 ? values : values[0]);
  }
  return claims;
}

function put(claims: Claims, [first = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    claims[first] = value;
    return;
  }
  const inner = claims[first];
  const members: Claims = typeof inner === 'object' && !Array.isArray(inner) ? { ...inner } : {};
  put(members, rest, value);
  claims[first] = members;
}
