import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader } from 'jose';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { SiteAddress } from '../addresses/site-address.js';
import type { PublishedSite } from '../published/published-site.js';
import { SitePublishing } from '../published/site-publishing.js';
import { Sites } from '../site/sites.service.js';
import { claimProblems } from './claim-problems.js';
import { MAX_TOKEN_LENGTH, type ReadToken, VisitorTokens } from './visitor-tokens.js';
import { takesTokens, visitorWith } from './visitors.js';

const VALID_SECONDS = 3600;

/** A token as a site reads it. */
export interface CheckedToken {
  read: ReadToken;
  /** Algorithm that its header names; null where it names none. */
  algorithm: string | null;
  /** Claims with which conditions are decided. */
  accepted: Record<string, unknown>;
  /** A sentence about each claim that the site drops. */
  dropped: string[];
  /** True if the site reads tokens at all: it is for signed-in visitors, or adapts to claims. */
  isRead: boolean;
}

/** A visitor that a manager of the site made up. */
export interface TrialVisitor {
  /** Token with the claims, signed as the site wants it. */
  token: string;
  /** Address that opens the site as this visitor; null while the site is not published, or does not read tokens. */
  url: string | null;
  accepted: Record<string, unknown>;
  dropped: string[];
}

/** Lets those who manage a site try the sign-in of its visitors, by the rules that hold for visitors. */
@Injectable()
export class VisitorTrials {
  constructor(
    private readonly sites: Sites,
    private readonly publishing: SitePublishing,
    private readonly tokens: VisitorTokens,
    private readonly address: SiteAddress,
  ) {}

  /**
   * Signs claims as the sign-in of the visitors would. The token ends after an hour.
   * @throws NotFound, Forbidden for those who may not manage the site; BadRequest for claims that no token can hold.
   */
  async sign(
    actor: Actor,
    organizationId: string,
    siteId: string,
    claims: Record<string, unknown>,
  ): Promise<TrialVisitor> {
    const { site, published } = await this.requireTrialSite(actor, organizationId, siteId);
    const { nbf: _early, ...own } = claims;
    const token = await this.tokens.sign(site.audience.visitorKey, own, VALID_SECONDS);
    if (token.length > MAX_TOKEN_LENGTH)
      throw new BadRequest(
        `These claims make a token of ${token.length} characters; it has to fit into a cookie, so it has at most ${MAX_TOKEN_LENGTH}.`,
      );
    const url = published && takesTokens(site) ? new URL(this.address.of(site)) : null;
    url?.searchParams.set('jwt_token', token);
    return { token, url: url?.href ?? null, ...acceptedBy(site, claims) };
  }

  /**
   * Reads a token as the site would.
   * @throws NotFound, Forbidden for those who may not manage the site.
   */
  async check(actor: Actor, organizationId: string, siteId: string, token: string): Promise<CheckedToken> {
    const { site } = await this.requireTrialSite(actor, organizationId, siteId);
    const read = await this.tokens.read(site.audience.visitorKey, token);
    const claims = read.kind === 'valid' ? read.claims : {};
    return { read, algorithm: algorithmOf(token), isRead: takesTokens(site), ...acceptedBy(site, claims) };
  }

  private async requireTrialSite(
    actor: Actor,
    organizationId: string,
    siteId: string,
  ): Promise<{ site: PublishedSite; published: boolean }> {
    const row = await this.sites.requireSite(actor, organizationId, siteId, 'manage');
    const site = await this.publishing.find(organizationId, siteId);
    if (!site) throw new BadRequest('The site shows no space yet, so nobody can be let in; add one first.');
    return { site, published: row.site.published };
  }
}

function acceptedBy(
  site: PublishedSite,
  claims: Record<string, unknown>,
): Pick<CheckedToken, 'accepted' | 'dropped'> {
  return {
    accepted: visitorWith(site, claims, {}).claims,
    dropped: claimProblems(site.audience.claims, claims),
  };
}

function algorithmOf(token: string): string | null {
  try {
    const { alg } = decodeProtectedHeader(token);
    return typeof alg === 'string' ? alg : null;
  } catch {
    // The verdict about the whole token says that it cannot be read.
    return null;
  }
}
