import { Injectable } from '@nestjs/common';
import { ShareLinks, SitePublishingAuth, type SiteRow } from '#modules/sites/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { SitePage } from '../site-frame.js';

/** A sentence about something that readers of a site will miss. */
export interface SiteCheck {
  text: string;
  /** The page on which it is mended. */
  tab: SitePage;
  /** True if the site cannot be published before. */
  isBlocking: boolean;
}

/** Finds what a site lacks before readers can use it. */
@Injectable()
export class SiteChecks {
  constructor(
    private readonly links: ShareLinks,
    private readonly auth: SitePublishingAuth,
  ) {}

  /** For somebody who may manage the site. */
  async list(actor: Actor, row: SiteRow): Promise<SiteCheck[]> {
    const { siteSpaces, customHostname, proxy, location } = row;
    const checks: SiteCheck[] = [];
    if (siteSpaces === 0)
      checks.push({ text: 'It shows no space yet: add one.', tab: 'structure', isBlocking: true });
    if (customHostname !== null && location.customHostname === null)
      checks.push({
        text: `The domain ${customHostname} is not proven yet, so readers find the site at its other address.`,
        tab: 'addresses',
        isBlocking: false,
      });
    if (proxy !== null && location.proxy === null)
      checks.push({
        text: `The address ${proxy} on another website is not proven yet.`,
        tab: 'addresses',
        isBlocking: false,
      });
    return [...checks, ...(await this.ofAudience(actor, row))];
  }

  private async ofAudience(actor: Actor, { site }: SiteRow): Promise<SiteCheck[]> {
    const { organizationId, id, visibility } = site;
    if (visibility === 'share-link') {
      if ((await this.links.countOpen(actor, organizationId, id)) > 0) return [];
      const text = 'No share link is open, so nobody can read it: make one.';
      return [{ text, tab: 'audience', isBlocking: false }];
    }
    if (visibility !== 'visitor-auth') return [];
    const { backend, fallbackUrl } = await this.auth.get(actor, organizationId, id);
    if (backend === 'integration' || fallbackUrl !== null) return [];
    const text =
      'Visitors who are not signed in get a page that says so: name the address at which they sign in.';
    return [{ text, tab: 'audience/sign-in', isBlocking: false }];
  }
}
