import { Injectable } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
import { type PublishedSite, SitePublishing, Sites } from '#modules/sites/index.js';
import { ContentContexts } from '#modules/space-content/index.js';
import type { Actor, SiteReader } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import type { Scope } from '#platform/http/scopes.js';
import type { PreviewClaims } from '../tokens/content-tokens.js';
import { type ReadSite, SiteReaders } from '../tokens/site-readers.js';
import type { PreviewPath } from './site-path.js';

export const CONTENT_SCOPE: Scope = 'space:content:read';

/** Previews of members, by the token of the request: a token of theirs, or a content token that was made from one. */
@Injectable()
export class Previews {
  constructor(
    private readonly readers: SiteReaders,
    private readonly changeRequests: ChangeRequests,
    private readonly sites: Sites,
    private readonly publishing: SitePublishing,
    private readonly contexts: ContentContexts,
  ) {}

  /**
   * The site at `<anything>/<id of the site>/<path>`, on whatever host a renderer has for previews; null for actors
   * outside its organization.
   * @returns `root` is the part of the path that leads to the site, with slashes around.
   */
  async locate(
    url: URL,
    actor: Actor | null,
  ): Promise<{ site: PublishedSite; path: string; root: string } | null> {
    const match = /^\/[^/]+\/([0-9A-Za-z]{20})(?:\/(.*))?$/s.exec(url.pathname);
    const viewer = actor?.reader ? actor.reader.member : actor;
    const id = match?.[1] && viewer ? await this.sites.findIdOf(viewer, match[1]) : null;
    const site = id && (await this.publishing.find(id.organizationId, id.siteId));
    if (!site) return null;
    const path = match?.[2] ?? '';
    return {
      site,
      path,
      root: url.pathname.slice(0, url.pathname.length - path.length).replace(/\/*$/, '/'),
    };
  }

  /** The site as a member looks at it who asks with a token of theirs; null for everybody else. */
  async memberAt(
    { site, previewUrl: siteUrl }: { site: PublishedSite; previewUrl?: string },
    actor: Actor | null,
  ): Promise<{ read: ReadSite; preview: PreviewClaims } | null> {
    const user = actor?.reader ? viewerOf(actor.reader) : actor;
    // A content token is one of its site, whoever holds it.
    if (actor?.reader && actor.reader.siteId !== site.siteId) return null;
    if (!user || (user.scopes && !user.scopes.includes(CONTENT_SCOPE))) return null;
    const read = await this.readers.viewOfMember(site, user, siteUrl);
    return read && { read, preview: { user: user.userId, ...(siteUrl === undefined ? {} : { siteUrl }) } };
  }

  /** @throws NotFound for who may not look at it. */
  async of(
    actor: Actor,
    space: string,
    { kind, id }: PreviewPath,
    previewUrl: string | undefined,
  ): Promise<PreviewClaims> {
    const viewer = actor.reader ? viewerOf(actor.reader) : actor;
    const siteUrl = previewUrl === undefined ? {} : { siteUrl: previewUrl };
    if (!viewer) {
      const { preview, member } = actor.reader ?? {};
      const asked = kind === 'changes' ? preview?.changeRequestId : preview?.revisionId;
      if (preview?.spaceId !== space || asked !== id || !member) throw new NotFound('published content');
      const one = kind === 'changes' ? { changeRequest: id } : { revision: id };
      return { user: member.userId, space, ...one, ...siteUrl };
    }
    const user = viewer.userId;
    if (kind === 'revisions') {
      const { revisionId } = await this.contexts.atRevision(viewer, space, id);
      return { user, space, revision: revisionId, ...siteUrl };
    }
    const { changeRequest } = await this.changeRequests.requireChangeRequest(viewer, space, id);
    return { user, space, changeRequest: changeRequest.id, ...siteUrl };
  }

  /** The preview of the token that came along: renderers leave its part of the address out. */
  ownOf(actor: Actor | null, site: PublishedSite): PreviewClaims | undefined {
    const { preview, member, siteId, siteUrl } = actor?.reader ?? {};
    if (!preview || !member || siteId !== site.siteId) return undefined;
    const { spaceId: space, changeRequestId: changeRequest, revisionId: revision } = preview;
    const one = changeRequest === undefined ? { revision } : { changeRequest };
    return { user: member.userId, space, ...one, ...(siteUrl === undefined ? {} : { siteUrl }) };
  }
}

/** The member who may look at all that they see with this content token; undefined for tokens that open less. */
function viewerOf({ preview, member }: SiteReader): Actor | undefined {
  return preview ? undefined : member;
}
