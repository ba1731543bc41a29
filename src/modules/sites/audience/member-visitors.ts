import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { SiteAddress } from '../addresses/site-address.js';
import { SitePublishing } from '../published/site-publishing.js';
import { Sites } from '../site/sites.service.js';
import { VisitorTokens } from './visitor-tokens.js';
import { takesTokens } from './visitors.js';

/** A member who was removed reads on for so long at most; the others get another token without noticing. */
const VALID_SECONDS = 30 * 60;

/** The sign-in of visitors by their account here: whoever may see a site in the app is let in to what it publishes. */
@Injectable()
export class MemberVisitors {
  constructor(
    private readonly sites: Sites,
    private readonly publishing: SitePublishing,
    private readonly tokens: VisitorTokens,
    private readonly address: SiteAddress,
    private readonly urls: Urls,
  ) {}

  /** Address of the sign-in, for the settings of a site. */
  signInUrl(organizationId: string, siteId: string): string {
    return this.urls.app('o', organizationId, 'sites', siteId, 'enter');
  }

  /**
   * The address that opens the site for the actor.
   * @param location path on the site with its query, such as `/guides/start?a=1`.
   * @throws NotFound for those who do not see the site, and for one that is not published.
   */
  async enter(actor: Actor, organizationId: string, siteId: string, location: string): Promise<string> {
    const row = await this.sites.requireSite(actor, organizationId, siteId, 'view');
    const site = row.site.published ? await this.publishing.find(organizationId, siteId) : null;
    if (!site) throw new NotFound('published site');
    const root = this.address.of(site);
    const wanted = new URL(root + location.replace(/^\//, ''));
    // The token is for this site alone: dots in the path could lead to another one at the same host.
    const url = wanted.href.startsWith(root) ? wanted : new URL(root);
    if (takesTokens(site))
      url.searchParams.set('jwt_token', await this.tokens.sign(site.audience.visitorKey, {}, VALID_SECONDS));
    return url.href;
  }
}
