import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
import {
  ANYBODY,
  pathOfSpace,
  type PublishedSite,
  SiteAddress,
  SitePublishing,
  type Visitor,
  visibleTo,
  visitorWith,
  withOnly,
} from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import type { Actor, SiteReader } from '#platform/http/actor.js';
import { Credentials } from '#platform/http/credentials.js';
import { DomainError } from '#platform/http/errors.js';
import type { Scope } from '#platform/http/scopes.js';
import { type ContentClaims, ContentTokens, type PreviewClaims } from './content-tokens.js';

/** A site as one of its readers has it. */
export interface ReadSite {
  /** The part of the site that the reader may see. */
  site: PublishedSite;
  visitor: Visitor;
  /** Absolute address that the reader's addresses begin with. */
  siteUrl: string;
}

/** Routes opt in to readers one by one; that none of them writes is made sure of here once more. */
const SCOPES: Scope[] = [
  'user:read',
  'space:metadata:read',
  'space:content:read',
  'openapi:read',
  'site:metadata:read',
  'integration:read',
];

/**
 * Readers of sites as actors of the API. A token says who was let in; whether they still are, and what they see, is read
 * from the database with every request.
 */
@Injectable()
export class SiteReaders implements OnModuleInit {
  constructor(
    private readonly credentials: Credentials,
    private readonly tokens: ContentTokens,
    private readonly publishing: SitePublishing,
    private readonly address: SiteAddress,
    private readonly users: UserTokens,
    private readonly spaces: Spaces,
    private readonly changeRequests: ChangeRequests,
  ) {}

  onModuleInit(): void {
    this.credentials.register((token) => this.read(token));
  }

  /** The site as the reader sees it now; null when it went away within the request. */
  async siteOf(reader: SiteReader): Promise<ReadSite | null> {
    const { organizationId, siteId, claims, key, shareKey, member, siteUrl } = reader;
    const site =
      (await this.publishing.findPublishedById(organizationId, siteId)) ??
      (member ? await this.publishing.find(organizationId, siteId) : null);
    const read = site && this.view(site, { claims, key, ...(shareKey ? { shareKey } : {}) }, siteUrl);
    return read && limitedTo(read, reader.spaces);
  }

  /** A site as a member looks at it, who is let in by their role on its spaces; null when they see none of them. */
  async viewOfMember(site: PublishedSite, member: Actor, siteUrl?: string): Promise<ReadSite | null> {
    const read = this.view(site, ANYBODY, siteUrl);
    const ids = read.site.spaces.map(({ spaceId }) => spaceId);
    return limitedTo(read, await this.spaces.findVisible(member, site.organizationId, ids));
  }

  /** A site as `visitor` has it; at another address than its own where `siteUrl` says so. */
  view(site: PublishedSite, visitor: Visitor, siteUrl?: string): ReadSite {
    const root = siteUrl ?? this.address.of(site) + (visitor.shareKey ? `${visitor.shareKey}/` : '');
    return { site: visibleTo(visitor, site), visitor, siteUrl: root };
  }

  private async read(token: string): Promise<Actor | null> {
    const found = await this.tokens.read(token);
    if (!found) return null;
    const { claims, since } = found;
    const member = claims.preview && (await this.users.findActor(claims.preview.user));
    if (member === null) return null;
    const preview = member && claims.preview && (await this.previewOf(member, claims.preview));
    const read = await this.viewOf(claims, member);
    if (!read || preview === null) return null;
    const { site, siteUrl, visitor } = read;
    const spaces = new Map(
      site.spaces.map((space) => [space.spaceId, { url: siteUrl + pathOfSpace(space) }]),
    );
    const { organizationId, siteId } = site;
    const who = { claims: visitor.claims, key: visitor.key, shareKey: visitor.shareKey };
    const reader = {
      organizationId,
      siteId,
      ...who,
      spaces,
      since,
      preview,
      servesAgents: site.agentsContext !== 'excluded',
      member,
      siteUrl: claims.preview?.siteUrl,
    };
    const nobody = { proof: 'token' as const, ssoOrganizationId: null };
    const nowhere = { memberships: new Map(), teamIds: [] };
    return { kind: 'site', userId: '', tokenId: '', scopes: SCOPES, ...nobody, ...nowhere, reader };
  }

  /** As the visitor that the token was made for; members who would not be let in as one are by their role. */
  private async viewOf(claims: ContentClaims, member: Actor | undefined): Promise<ReadSite | null> {
    const { organization, site: siteId, preview } = claims;
    const published = await this.publishing.findPublishedById(organization, siteId);
    const isVisitor = preview?.space === undefined && preview?.siteUrl === undefined;
    const asVisitor = published && isVisitor ? this.viewOfVisitor(published, claims) : null;
    if (asVisitor || !member) return asVisitor;
    const site = published ?? (await this.publishing.find(organization, siteId));
    return site && this.viewOfMember(site, member, preview?.siteUrl);
  }

  private viewOfVisitor(site: PublishedSite, claims: ContentClaims): ReadSite | null {
    const visitor = admittedVisitor(site, claims);
    return visitor && this.view(site, visitor);
  }

  /** The one thing that may be looked at, as long as the member may; null when not, undefined when it is not one thing. */
  private async previewOf(
    member: Actor,
    { space: spaceId, changeRequest, revision }: PreviewClaims,
  ): Promise<SiteReader['preview'] | null> {
    if (spaceId === undefined) return undefined;
    try {
      if (changeRequest === undefined) {
        await this.spaces.requireSpace(member, spaceId, 'view');
        return { spaceId, revisionId: revision };
      }
      const row = await this.changeRequests.requireChangeRequest(member, spaceId, changeRequest);
      return { spaceId, changeRequestId: changeRequest, revisionId: row.changeRequest.revisionId };
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }
}

function limitedTo(read: ReadSite, spaceIds: { has(id: string): boolean }): ReadSite | null {
  const shown = read.site.spaces.filter(({ spaceId }) => spaceIds.has(spaceId));
  if (shown.length === read.site.spaces.length) return shown.length === 0 ? null : read;
  const site = withOnly(read.site, new Set(shown.map(({ siteSpaceId }) => siteSpaceId)));
  return site && { ...read, site };
}

/** Names the key of a site's visitors without telling it. */
export function nameOfKey({ siteId, audience }: PublishedSite): string {
  return createHash('sha256').update(`${siteId} ${audience.visitorKey}`).digest('base64url').slice(0, 16);
}

/** The visitor that a token was made for, if the site would still let them in. */
function admittedVisitor(
  site: PublishedSite,
  { claims, shareKey, signedWith }: ContentClaims,
): Visitor | null {
  const { visibility, audience } = site;
  if (visibility === 'share-link' && !(shareKey !== undefined && audience.shareKeys.has(shareKey)))
    return null;
  if (visibility === 'visitor-auth' && signedWith === undefined) return null;
  if (signedWith !== undefined && signedWith !== nameOfKey(site)) return null;
  const { unsigned, ...signed } = claims;
  const visitor = visitorWith(site, signed, (unsigned ?? {}) as Record<string, unknown>);
  if (visibility !== 'share-link') return visitor;
  return { ...visitor, shareKey, key: [visitor.key, shareKey].join(' ') };
}
