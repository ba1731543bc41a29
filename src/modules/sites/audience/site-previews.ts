import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parse as parseRison } from 'rison2';
import { Spaces } from '#modules/spaces/index.js';
import { InstallationSecrets, SignedTokens } from '#modules/storage/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, DomainError, Forbidden, NotFound } from '#platform/http/errors.js';
import type { Scope } from '#platform/http/scopes.js';
import { SiteAddress } from '../addresses/site-address.js';
import { type LookDraft, LookDraftsRepository } from '../customization/look-drafts.repository.js';
import { pathOfSpace, type PublishedSite, type Visitor } from '../published/published-site.js';
import { SitePublishing } from '../published/site-publishing.js';
import { withOnly } from '../published/visible-site.js';
import { Sites } from '../site/sites.service.js';
import { visitorWith } from './visitors.js';

/** First segment of the addresses of previews below a site's root; the token is the second. */
export const PREVIEW_SEGMENT = '~preview';

const VALID_SECONDS = 3600;
const CONTENT_SCOPE: Scope = 'space:content:read';

interface PreviewTokenClaims {
  org: string;
  site: string;
  claims: Record<string, unknown>;
  /** True where unsaved looks of its maker are shown. */
  draft?: boolean;
}

/** A site as a member looks at it. */
export interface Preview {
  site: PublishedSite;
  visitor: Visitor;
  /** Prefix of its addresses, with a trailing slash. */
  siteUrl: string;
}

/**
 * Addresses at which a member sees a site as readers would see it, published or not. The token in the address names the
 * member: what they may see is asked anew for every request, so nobody sees through an address more than its maker.
 */
@Injectable()
export class SitePreviews {
  private readonly tokens = new SignedTokens<PreviewTokenClaims>(
    this.secrets.declare('site-previews'),
    'site-preview',
    this.clock,
  );

  constructor(
    private readonly secrets: InstallationSecrets,
    private readonly clock: Clock,
    private readonly users: UserTokens,
    private readonly sites: Sites,
    private readonly spaces: Spaces,
    private readonly publishing: SitePublishing,
    private readonly address: SiteAddress,
    private readonly drafts: LookDraftsRepository,
  ) {}

  /**
   * An address that works for an hour.
   * @param siteSpaceId the space to begin with; the default one when absent.
   * @param claims what the reader would claim to be, as Rison or JSON.
   * @param isDraft true to show the looks that the actor has not saved yet.
   */
  async create(
    actor: Actor,
    organizationId: string,
    siteId: string,
    siteSpaceId?: string,
    claims?: string,
    isDraft = false,
  ): Promise<string> {
    // The address shows content, whoever has it: it must not get out of a token what the token may not read itself.
    if (actor.scopes && !actor.scopes.includes(CONTENT_SCOPE))
      throw new Forbidden(`This token lacks the scope "${CONTENT_SCOPE}".`);
    const claimed = claims === undefined ? {} : readClaims(claims);
    const site = await this.visibleSite(actor, organizationId, siteId);
    if (!site) throw new BadRequest('The site shows no space that you can see; add one first.');
    const space = site.spaces.find((one) =>
      siteSpaceId === undefined ? one.isDefault : one.siteSpaceId === siteSpaceId,
    );
    if (!space) throw new NotFound('site space');
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const token = await this.tokens.sign(
      {
        org: organizationId,
        site: siteId,
        sub: actor.userId,
        claims: claimed,
        ...(isDraft ? { draft: true } : {}),
      },
      { issuedAt, expiresAt: issuedAt + VALID_SECONDS },
    );
    return this.urlOf(site, token) + pathOfSpace(space);
  }

  /** The preview of a token in an address, or null when it is invalid or has expired. */
  async open(token: string): Promise<Preview | null> {
    const read = await this.tokens.read(token);
    const actor = read && (await this.users.findActor(read.sub ?? ''));
    if (!actor) return null;
    const seen = await this.visibleSite(actor, read.org, read.site).catch(nullIfHidden);
    if (!seen) return null;
    const draft = read.draft === true && (await this.drafts.find(read.org, read.site, actor.userId));
    const site = draft ? withDraft(seen, draft) : seen;
    const { unsigned, ...signed } = read.claims;
    const visitor = visitorWith(site, signed, isRecord(unsigned) ? unsigned : {});
    // Every link of the page holds the token, so what was made for one is shown for no other.
    const key = `${visitor.key} preview ${token}`;
    return { site, visitor: { ...visitor, key, isPreview: true }, siteUrl: this.urlOf(site, token) };
  }

  /** The site with those of its spaces that the actor may see; null without any. */
  private async visibleSite(
    actor: Actor,
    organizationId: string,
    siteId: string,
  ): Promise<PublishedSite | null> {
    await this.sites.requireSite(actor, organizationId, siteId, 'view');
    const site = await this.publishing.find(organizationId, siteId);
    if (!site) return null;
    const ids = site.spaces.map(({ spaceId }) => spaceId);
    return withOnly(site, await this.spaces.findVisible(actor, organizationId, ids));
  }

  /** Never at a domain of the site's own: that may lead nowhere before the site is published. */
  private urlOf(site: PublishedSite, token: string): string {
    return `${this.address.targetOf(site)}${PREVIEW_SEGMENT}/${token}/`;
  }
}

/** Rendered pages are kept under the version, so each draft has one. */
function withDraft(site: PublishedSite, { settings, siteSpaceId, updatedAt }: LookDraft): PublishedSite {
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('base64url');
  const version = `${site.version} draft ${siteSpaceId} ${updatedAt.getTime()} ${hash}`;
  if (siteSpaceId === null) return { ...site, version, customization: settings };
  const spaces = site.spaces.map((space) =>
    space.siteSpaceId === siteSpaceId ? { ...space, overrides: settings } : space,
  );
  return { ...site, version, spaces };
}

function nullIfHidden(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}

/** @throws BadRequest for anything but the members of an object. */
function readClaims(text: string): Record<string, unknown> {
  try {
    const value: unknown = text.trimStart().startsWith('{') ? JSON.parse(text) : parseRison(text);
    if (isRecord(value)) return value;
  } catch {
    // The sentence below is for all that cannot be read.
  }
  throw new BadRequest('claims must be an object in Rison or JSON, such as (isBeta:!t).');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
