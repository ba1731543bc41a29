import { Injectable } from '@nestjs/common';
import { type PublishedSite, type Refusal, SiteAddress } from '#modules/sites/index.js';
import { renderNotice } from '../pages/render-page.js';
import { localPath, type SiteRequest } from '../requests/reader-request.js';
import { html, type SiteAnswer } from '../requests/site-answer.js';
import { attemptsCookie, attemptsOf, queryWithoutCredentials } from './visitor-credentials.js';

/**
 * A sign-in whose tokens are refused would redirect the visitor back and forth; after so many attempts in a minute a
 * page says so.
 */
const MAX_ATTEMPTS = 5;

type Unauthenticated = Refusal & { kind: 'unauthenticated' };

const MESSAGES: Record<Unauthenticated['problem'], string> = {
  missing: 'These pages are for signed-in readers.',
  expired: 'Your sign-in has ended. Sign in again to go on reading.',
  invalid: 'Your sign-in could not be checked. Sign in again, or ask those who run this site.',
};

/** Answers visitors who have to sign in first. */
@Injectable()
export class SignIn {
  constructor(private readonly address: SiteAddress) {}

  /** A redirect to the sign-in of the visitors with the wanted path in `location`; a page if the site has none. */
  answer(site: PublishedSite, request: SiteRequest, refusal: Unauthenticated): SiteAnswer {
    const signInUrl = this.signInUrl(request, refusal.fallbackUrl);
    const attempts = attemptsOf(request);
    if (signInUrl !== null && isNavigation(request) && attempts < MAX_ATTEMPTS) {
      const headers = {
        'Cache-Control': 'no-store',
        'Set-Cookie': attemptsCookie(request, attempts + 1),
      };
      return { kind: 'redirect', location: signInUrl, isComplete: true, headers };
    }
    const page = renderNotice({
      title: 'Sign in to read this',
      message: MESSAGES[refusal.problem],
      ...(signInUrl === null ? {} : { action: { title: 'Sign in', href: signInUrl } }),
      assetsBase: this.address.assetsBase(site, request.siteUrl),
    });
    const answer = html(401, page);
    const headers = { ...answer.headers, 'Cache-Control': 'no-store', 'WWW-Authenticate': 'Bearer' };
    return { ...answer, headers };
  }

  private signInUrl({ siteUrl, path, query }: SiteRequest, fallbackUrl: string | null): string | null {
    // The site's address may have changed since the fallback was set: the fallback must not lead back to the site.
    if (fallbackUrl === null || new URL(fallbackUrl).href.startsWith(siteUrl)) return null;
    const url = new URL(fallbackUrl);
    url.searchParams.set('location', `/${localPath(path)}${queryWithoutCredentials(query)}`);
    return url.href;
  }
}

/** True if a page is loaded: scripts and images have no use for a sign-in page of another origin. */
function isNavigation({ method, headers }: SiteRequest): boolean {
  const destination = headers['sec-fetch-dest'] ?? 'document';
  return (method === 'GET' || method === 'HEAD') && ['document', 'iframe'].includes(String(destination));
}
