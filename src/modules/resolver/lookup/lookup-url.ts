import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type LocatedSite,
  pathOfSpace,
  type PublishedSpace,
  type Refusal,
  SiteLocator,
  splitShareKey,
  type Visitor,
  Visitors,
} from '#modules/sites/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound, Unauthorized } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { ContentTokens, type PreviewClaims } from '../tokens/content-tokens.js';
import { nameOfKey, type ReadSite, SiteReaders } from '../tokens/site-readers.js';
import type {
  LookupBody,
  LookupRedirectResource,
  LookupResource,
  PublishedSiteContentResource,
} from './lookup.dto.js';
import { CONTENT_SCOPE, Previews } from './previews.js';
import { type PreviewPath, readSitePath, splitPreview } from './site-path.js';

/** An address in which a site was found. */
interface Place extends LocatedSite {
  url: URL;
  /** Set for addresses at which members alone have the site, published or not: that of its root. */
  previewUrl?: string;
}

/** An admitted reader, and the part of the path below which they read. */
interface AdmittedLookup {
  visitor: Visitor;
  /** Path below the site's root, without the secret of a share link. */
  rest: string;
}

/** Says what of which site an address means, and lets the visitor in who asks for it. */
@Injectable()
export class LookupUrl {
  constructor(
    private readonly locator: SiteLocator,
    private readonly visitors: Visitors,
    private readonly readers: SiteReaders,
    private readonly tokens: ContentTokens,
    private readonly previews: Previews,
    private readonly urls: Urls,
  ) {}

  /**
   * @param actor whose token came with the request: a member, or a reader with a token for a preview.
   * @throws NotFound when no site is published there for the visitor, Unauthorized when they have to sign in first.
   */
  async execute(request: LookupBody, actor: Actor | null): Promise<LookupResource> {
    const place = await this.locate(new URL(request.url), actor);
    const { before, after, preview } = splitPreview(place.path);
    if (preview) {
      const inside = { ...place, path: before };
      return actor
        ? this.preview(inside, preview, after, actor)
        : this.signInForPreview(inside, preview, request);
    }
    return this.plain(place, request, actor);
  }

  /**
   * The public view of the site at the address, whatever token is sent: renderers may send their own with all requests
   * of readers. At an address of a preview host a member sees drafts and revisions.
   */
  private async plain(place: Place, request: LookupBody, actor: Actor | null): Promise<LookupResource> {
    if (place.previewUrl !== undefined) return this.previewed(place, actor);
    const admitted = await this.admit(place, request);
    if ('target' in admitted) return admitted;
    const read = this.readers.view(place.site, admitted.visitor);
    const moved = movedTo(place, read, admitted);
    return moved ?? this.content(place, read, admitted.rest, this.previews.ownOf(actor, place.site));
  }

  /** The site at an address of a preview host, for members and for content tokens of that site. @throws NotFound */
  private async previewed(place: Place, actor: Actor | null): Promise<LookupResource> {
    const { site, path } = place;
    const member = await this.previews.memberAt(place, actor);
    const reader = actor?.reader?.siteId === site.siteId ? actor.reader : undefined;
    const read = member?.read ?? (reader && (await this.readers.siteOf(reader)));
    if (!read) throw nothing();
    return this.content(place, read, path, member?.preview ?? this.previews.ownOf(actor, site));
  }

  private async locate(url: URL, actor: Actor | null): Promise<Place> {
    const located = await this.locator.locateUrl(url);
    if (!located) return this.locatePreview(url, actor);
    return { ...located, url };
  }

  private async locatePreview(url: URL, actor: Actor | null): Promise<Place> {
    const found = await this.previews.locate(url, actor);
    if (!found) throw nothing();
    const { site, path, root } = found;
    const previewUrl = url.origin + root;
    return {
      site,
      path,
      moved: null,
      siteUrl: previewUrl,
      siteBasePath: root,
      // A host for previews has many sites.
      hasOwnOrigin: false,
      url,
      previewUrl,
    };
  }

  private async admit(place: Place, request: LookupBody): Promise<AdmittedLookup | LookupRedirectResource> {
    const { site } = place;
    const { shareKey, rest } = splitShareKey(site, place.path);
    const { jwtToken: jwt, unsignedClaims: unsigned } = request.visitor ?? {};
    const identified = await this.visitors.identify(site, { jwt, unsigned, shareKey });
    if (identified.kind === 'visitor') return { visitor: identified.visitor, rest };
    if (identified.kind === 'hidden') throw nothing();
    return signIn(place, identified, request.redirectOnError ?? false);
  }

  /** The answer, with a token that reads it. */
  private async content(
    place: Place,
    read: ReadSite,
    path: string,
    preview?: PreviewClaims,
  ): Promise<PublishedSiteContentResource> {
    const { site, visitor, siteUrl } = read;
    const found = readSitePath(site, path);
    if (!found) throw nothing();
    const { space, prefix, page } = found;
    // Renderers put it behind the host of `canonicalUrl`, which need not be the address that they asked for.
    const siteBasePath = new URL(siteUrl).pathname;
    const { changeRequest, revision } = preview?.space === space.spaceId ? preview : {};
    return {
      ...idsOf(read, space),
      ...(changeRequest ? { changeRequest } : {}),
      ...(revision ? { revision } : {}),
      pathname: `/${page}`,
      basePath: siteBasePath + prefix,
      siteBasePath,
      apiToken: await this.tokenFor(place, read, space, preview),
      ...(visitor.shareKey ? { shareKey: visitor.shareKey } : {}),
      complete: found.isComplete,
      ...(visitor.expiresAt || preview ? { contextId: contextOf(visitor, preview) } : {}),
      canonicalUrl: siteUrl + pathOfSpace(space) + page,
    };
  }

  private tokenFor(
    place: Place,
    read: ReadSite,
    space: PublishedSpace,
    preview?: PreviewClaims,
  ): Promise<string> {
    const { site, visitor } = read;
    return this.tokens.sign({
      kind: 'site',
      ...idsOf(read, space),
      spaces: site.spaces.map(({ spaceId }) => spaceId),
      claims: visitor.claims,
      ...(visitor.shareKey ? { shareKey: visitor.shareKey } : {}),
      ...(visitor.expiresAt ? { signedWith: nameOfKey(place.site) } : {}),
      ...(preview ? { preview } : {}),
    });
  }

  /** Sign-in for a member without a token at hand; for those who may at least read the site. */
  private async signInForPreview(
    place: Place,
    { kind, id }: PreviewPath,
    request: LookupBody,
  ): Promise<LookupRedirectResource> {
    const admitted = await this.admit(place, request);
    if ('target' in admitted) return admitted;
    const found = readSitePath(this.readers.view(place.site, admitted.visitor).site, admitted.rest);
    if (!found) throw nothing();
    const redirect = this.urls.app('s', found.space.spaceId, '~', kind, id);
    return { target: 'application', redirect, site: place.site.siteId };
  }

  /** Content that a member asks for by its id, in place of the published one. */
  private async preview(
    place: Place,
    { kind, id }: PreviewPath,
    after: string,
    actor: Actor,
  ): Promise<LookupResource> {
    // The answer holds a token that reads content: no more than the one that asked for it may.
    if (actor.scopes && !actor.scopes.includes(CONTENT_SCOPE))
      throw new Forbidden(`This token lacks the scope "${CONTENT_SCOPE}".`);
    const read = actor.reader
      ? await this.readers.siteOf(actor.reader)
      : await this.readers.viewOfMember(place.site, actor, place.previewUrl);
    const found = read?.site.siteId === place.site.siteId ? readSitePath(read.site, place.path) : null;
    if (!read || !found) throw nothing();
    const preview = await this.previews.of(actor, found.space.spaceId, { kind, id }, place.previewUrl);
    const answer = await this.content(place, read, `${place.path}${after}`, preview);
    answer.basePath += `~/${kind}/${encodeURIComponent(id)}/`;
    return answer;
  }
}

/** The same whether nothing was ever published there or the visitor may not know of it. */
function nothing(): NotFound {
  return new NotFound('published content');
}

function idsOf({ site }: ReadSite, space: PublishedSpace) {
  return {
    organization: site.organizationId,
    site: site.siteId,
    ...(space.section ? { siteSection: space.section.id } : {}),
    siteSpace: space.siteSpaceId,
    space: space.spaceId,
  };
}

/** Redirect to the visitors' sign-in, with the requested path. @throws Unauthorized */
function signIn(
  { site, path, siteUrl }: Place,
  { problem, fallbackUrl }: Refusal & { kind: 'unauthenticated' },
  redirectOnError: boolean,
): LookupRedirectResource {
  const isWanted = problem === 'missing' || redirectOnError;
  // The site's address may have changed since the fallback was set: it must not lead back here.
  if (!isWanted || fallbackUrl === null || new URL(fallbackUrl).href.startsWith(siteUrl))
    throw new Unauthorized(SENTENCES[problem]);
  const url = new URL(fallbackUrl);
  // The path back must not begin with two slashes, which would be another host.
  url.searchParams.set('location', `/${path.replace(/^[/\\]+/, '')}`);
  return { target: 'external', redirect: url.href, site: site.siteId };
}

const SENTENCES = {
  missing:
    'visitor.jwtToken: this site is for signed-in visitors; send the token that their sign-in gave them.',
  expired: "visitor.jwtToken: the visitor's sign-in has ended; let them sign in again.",
  invalid: "visitor.jwtToken: the token is not one that the site's private key has signed.",
};

/** The address that took the place of this one. */
function movedTo(
  { site, moved, path }: Place,
  { siteUrl }: ReadSite,
  { visitor, rest }: AdmittedLookup,
): LookupRedirectResource | null {
  // A link from when the site was shared by links: it still leads to the page.
  const isFormerLink = rest !== path && visitor.shareKey === undefined;
  // An address that lacks no more than its last slash is right.
  const isFormer = moved !== null && URL.canParse(moved);
  if (!isFormerLink && !isFormer) return null;
  return { target: 'content', redirect: siteUrl + rest, site: site.siteId };
}

function contextOf({ key }: Visitor, preview: PreviewClaims | undefined): string {
  return createHash('sha256')
    .update(`context ${key} ${preview?.user ?? ''}`)
    .digest('base64url')
    .slice(0, 22);
}
