import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
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
import { ContentContexts } from '#modules/space-content/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound, Unauthorized } from '#platform/http/errors.js';
import type { Scope } from '#platform/http/scopes.js';
import { Urls } from '#platform/http/urls.js';
import { ContentTokens, type PreviewClaims } from '../tokens/content-tokens.js';
import { nameOfKey, type ReadSite, SiteReaders } from '../tokens/site-readers.js';
import type {
  LookupBody,
  LookupRedirectResource,
  LookupResource,
  PublishedSiteContentResource,
} from './lookup.dto.js';
import { type PreviewPath, readSitePath, splitPreview } from './site-path.js';

const CONTENT_SCOPE: Scope = 'space:content:read';

/** An address in which a site was found. */
interface Place extends LocatedSite {
  url: URL;
}

/** Who reads, and below which part of the path. */
interface Admitted {
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
    private readonly changeRequests: ChangeRequests,
    private readonly contexts: ContentContexts,
    private readonly urls: Urls,
  ) {}

  /**
   * @param actor whose token came with the request: a member, or a reader with a token for a preview.
   * @throws NotFound when no site is published there for the visitor, Unauthorized when they have to sign in first.
   */
  async execute(request: LookupBody, actor: Actor | null): Promise<LookupResource> {
    const url = new URL(request.url);
    const place = await this.locate(url);
    const { before, after, preview } = splitPreview(place.path);
    if (preview) {
      const inside = { ...place, path: before };
      return actor
        ? this.preview(inside, preview, after, actor)
        : this.signInForPreview(inside, preview, request);
    }
    const admitted = await this.admit(place, request);
    if ('target' in admitted) return admitted;
    const read = this.readers.view(place.site, admitted.visitor);
    const moved = movedTo(place, read, admitted);
    return moved ?? this.content(place, read, admitted.rest, this.ownPreview(actor, place));
  }

  private async locate(url: URL): Promise<Place> {
    const located = await this.locator.locateUrl(url);
    if (!located) throw nothing();
    return { ...located, url };
  }

  private async admit(place: Place, request: LookupBody): Promise<Admitted | LookupRedirectResource> {
    const { site } = place;
    const { shareKey, rest } = splitShareKey(site, place.path);
    const { jwtToken: jwt, unsignedClaims: unsigned } = request.visitor ?? {};
    const identified = await this.visitors.identify(site, { jwt, unsigned, shareKey });
    if (identified.kind === 'hidden') throw nothing();
    if (identified.kind === 'visitor') return { visitor: identified.visitor, rest };
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
      ...(visitor.expiresAt ? { contextId: contextOf(visitor) } : {}),
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

  /** Where a member who has no token at hand looks at it; for those who may at least read the site. */
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

  /** What a member asks for by its id, in place of what readers get. */
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
      : await this.readers.viewOfMember(place.site, actor);
    const found = read?.site.siteId === place.site.siteId ? readSitePath(read.site, place.path) : null;
    if (!read || !found) throw nothing();
    const preview = await this.previewOf(actor, found.space.spaceId, kind, id);
    const answer = await this.content(place, read, `${place.path}${after}`, preview);
    answer.basePath += `~/${kind}/${encodeURIComponent(id)}/`;
    return answer;
  }

  /** @throws NotFound for who may not look at it. */
  private async previewOf(
    actor: Actor,
    space: string,
    kind: PreviewPath['kind'],
    id: string,
  ): Promise<PreviewClaims> {
    if (actor.reader) {
      const { preview } = actor.reader;
      const asked = kind === 'changes' ? preview?.changeRequestId : preview?.revisionId;
      const user = actor.reader.previewedBy;
      if (preview?.spaceId !== space || asked !== id || user === undefined) throw nothing();
      return { user, space, ...(kind === 'changes' ? { changeRequest: id } : { revision: id }) };
    }
    const user = actor.userId;
    if (kind === 'revisions') {
      const { revisionId } = await this.contexts.at(actor, space, id);
      return { user, space, revision: revisionId };
    }
    const { changeRequest } = await this.changeRequests.require(actor, space, id);
    return { user, space, changeRequest: changeRequest.id };
  }

  /** The preview of the token that came along: renderers leave its part of the address out. */
  private ownPreview(actor: Actor | null, { site }: Place): PreviewClaims | undefined {
    const { preview, previewedBy: user, siteId } = actor?.reader ?? {};
    if (!preview || user === undefined || siteId !== site.siteId) return undefined;
    const { spaceId: space, changeRequestId: changeRequest, revisionId: revision } = preview;
    return changeRequest === undefined ? { user, space, revision } : { user, space, changeRequest };
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

/** Where visitors sign in, with the path that they wanted. @throws Unauthorized */
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
  // Where it leads back to: two slashes would be another host.
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
  { visitor, rest }: Admitted,
): LookupRedirectResource | null {
  // A link from when the site was shared by links: it still leads to the page.
  const isFormerLink = rest !== path && visitor.shareKey === undefined;
  // An address that lacks no more than its last slash is right.
  const isFormer = moved !== null && URL.canParse(moved);
  if (!isFormerLink && !isFormer) return null;
  return { target: 'content', redirect: siteUrl + rest, site: site.siteId };
}

function contextOf({ key }: Visitor): string {
  return createHash('sha256').update(`context ${key}`).digest('base64url').slice(0, 22);
}
