import { Injectable } from '@nestjs/common';
import { PublicSites, SiteAddress, type SiteTarget } from '#modules/sites/index.js';
import { body, type BodyAnswer } from '../../requests/site-answer.js';
import { robotsText } from './robots-text.js';
import { SITEMAP_PATH } from './sitemap.js';

/** robots.txt of a host that holds several sites. It names public sites only, as others should not become known. */
@Injectable()
export class HostRobots {
  constructor(
    private readonly sites: PublicSites,
    private readonly address: SiteAddress,
  ) {}

  matches(pathname: string): boolean {
    return this.address.withoutPrefix(pathname) === '/robots.txt';
  }

  /**
   * The robots.txt; null for any other path, and on a domain that belongs to no organization.
   * @param targets other meanings of the address; none of them is a site.
   */
  async answer(targets: readonly SiteTarget[], pathname: string): Promise<BodyAnswer | null> {
    if (!this.matches(pathname)) return null;
    const domain = targets.find(({ arrival }) => arrival === 'domain');
    if (targets.length > 0 && !domain) return null;
    const hostname = domain && 'hostname' in domain ? domain.hostname : undefined;
    const found = hostname === undefined && this.address.hasDomain ? [] : await this.sites.list(hostname);
    const sites = found.map((site) => ({ ...site, url: this.address.of(site) }));
    const text = robotsText({
      closed: hostname === undefined ? [`${this.address.prefix}/v1/`] : [],
      closedToAgents: sites
        .filter(({ agentsContext }) => agentsContext === 'excluded')
        .map(({ url }) => new URL(url).pathname),
      sitemaps: sites.map(({ url }) => url + SITEMAP_PATH),
    });
    return body(200, text, { 'Content-Type': 'text/plain; charset=utf-8' });
  }
}
