import { Injectable } from '@nestjs/common';
import {
  PREVIEW_SEGMENT,
  type PublishedSite,
  SitePreviews,
  type SiteTarget,
  splitShareKey,
  type Visitor,
  Visitors,
  visibleTo,
} from '#modules/sites/index.js';
import { Clock } from '#platform/clock/clock.js';
import { SignIn } from '../audience/sign-in.js';
import {
  claimsCookie,
  queryWithoutCredentials,
  readCredentials,
  type RequestCredentials,
  TOKEN_PARAMETER,
  tokenCookie,
} from '../audience/visitor-credentials.js';
import { type IncomingRequest, localPath, type ReaderRequest, type SiteRequest } from './reader-request.js';
import type { SiteAnswer } from './site-answer.js';

export type Admitted =
  { kind: 'admitted'; reader: ReaderRequest } | { kind: 'refused'; answer: SiteAnswer | null };

/** Decides which readers may read a site, and with which claims. Every request for a site's content passes here. */
@Injectable()
export class Admission {
  constructor(
    private readonly visitors: Visitors,
    private readonly previews: SitePreviews,
    private readonly signIn: SignIn,
    private readonly clock: Clock,
  ) {}

  /** Admits a reader or refuses. A refusal without an answer looks as if there was no site. */
  async admit(site: PublishedSite, request: SiteRequest): Promise<Admitted> {
    const { shareKey, rest } = splitShareKey(site, request.path);
    const credentials = readCredentials(site, request);
    const identified = await this.visitors.identify(site, { ...credentials, shareKey });
    if (identified.kind === 'hidden') return { kind: 'refused', answer: null };
    if (identified.kind === 'unauthenticated')
      return { kind: 'refused', answer: this.signIn.answer(site, request, identified) };
    const { visitor } = identified;
    const own = visitor.shareKey === undefined ? '' : `${visitor.shareKey}/`;
    // The link lacks its last slash, or dates from when the site was shared by links: it still leads to the page.
    if (shareKey !== undefined && (own === '' || request.path === shareKey))
      return {
        kind: 'refused',
        answer: { kind: 'redirect', location: request.siteBasePath + own + localPath(rest) },
      };
    if (credentials.isInAddress && (request.method === 'GET' || request.method === 'HEAD'))
      return { kind: 'refused', answer: this.withoutCredentials(request, credentials, visitor) };
    const place = { siteBasePath: request.siteBasePath + own, siteUrl: request.siteUrl + own };
    return admitted(site, visitor, { ...request, ...place, path: rest });
  }

  /** Admits a member to a preview of a site, published or not; null if none of the addresses is a preview. */
  async admitPreview(targets: SiteTarget[], request: IncomingRequest): Promise<Admitted | null> {
    for (const target of targets) {
      if (!('hostname' in target) || !('path' in target)) continue;
      const [segment, token, ...rest] = target.path?.split('/') ?? [];
      if (segment !== PREVIEW_SEGMENT || token === undefined) continue;
      const preview = await this.previews.open(token);
      const { hostname, basename } = preview?.site ?? {};
      if (!preview || hostname !== target.hostname || basename !== target.basename) continue;
      const { site, siteUrl, visitor } = preview;
      const place = { siteUrl, siteBasePath: new URL(siteUrl).pathname, hasOwnOrigin: false };
      return admitted(site, visitor, { ...request, ...place, path: rest.join('/') });
    }
    return null;
  }

  /** Redirects to the same page at an address that can be shared; cookies keep the credentials from the address. */
  private withoutCredentials(
    request: SiteRequest,
    { jwt }: RequestCredentials,
    { claims, expiresAt }: Visitor,
  ): SiteAnswer {
    const cookies: string[] = [];
    if (jwt && expiresAt && request.query.has(TOKEN_PARAMETER))
      cookies.push(tokenCookie(request, jwt, (expiresAt.getTime() - this.clock.now().getTime()) / 1000));
    if (claims['unsigned'])
      cookies.push(claimsCookie(request, claims['unsigned'] as Record<string, unknown>));
    const location = request.siteBasePath + localPath(request.path) + queryWithoutCredentials(request.query);
    const headers = {
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      ...(cookies.length > 0 ? { 'Set-Cookie': cookies } : {}),
    };
    return { kind: 'redirect', location, isComplete: true, headers };
  }
}

function admitted(site: PublishedSite, visitor: Visitor, request: SiteRequest): Admitted {
  const isPublic = site.visibility === 'public' && !visitor.isPreview;
  const isForAll =
    (isPublic || site.visibility === 'unlisted') && !visitor.isPreview && !site.adaptiveContent;
  const answerHeaders = {
    ...(isPublic ? {} : { 'X-Robots-Tag': 'noindex' }),
    // Shared caches would serve one reader's pages to another reader.
    ...(isForAll ? {} : { 'Cache-Control': 'private, no-cache' }),
  };
  return {
    kind: 'admitted',
    reader: { ...request, site: visibleTo(visitor, site), visitor, answerHeaders },
  };
}
