import { Injectable } from '@nestjs/common';
import type { PublishedSite } from '../published/published-site.js';
import { SitePublishing } from '../published/site-publishing.js';
import { nameOf } from './host-names.js';
import { SiteAddress, type SitePlace, type SiteTarget } from './site-address.js';

/** The published site that an address means. */
export interface LocatedSite extends SitePlace {
  site: PublishedSite;
  /** The rest of the path below the site's root, still percent-encoded, without a leading slash. */
  path: string;
  /** Redirect for this address, without a query; null when the address is current. */
  moved: string | null;
}

/** Finds the site that an address means: by the site's own domain, SITES_DOMAIN, or a path below PUBLIC_URL. */
@Injectable()
export class SiteLocator {
  constructor(
    private readonly address: SiteAddress,
    private readonly publishing: SitePublishing,
  ) {}

  /**
   * The first of these that is a published site; null when none is.
   * @param targets what {@link SiteAddress.resolve} said that the address may mean.
   */
  async locate(targets: SiteTarget[], pathname: string): Promise<LocatedSite | null> {
    for (const target of targets) {
      const site = await this.find(target);
      if (!site) continue;
      const path = 'path' in target ? target.path : null;
      const place = this.address.placeOf(site, target.arrival);
      const isFormer = this.address.isFormer(site, target.arrival);
      // Relative where the address is right but for its slash: the server may have names that nobody told it.
      const moved = isFormer ? this.address.of(site) + (path ?? '') : path === null ? `${pathname}/` : null;
      return { site, path: path ?? '', moved, ...place };
    }
    return null;
  }

  /** The site that readers see at an absolute address, which may be that of a server in front of it. */
  async locateUrl(url: URL): Promise<LocatedSite | null> {
    // A proven domain wins over what anybody says to be in front of their site.
    const located = await this.locate(this.address.resolve(url.host, url.pathname).targets, url.pathname);
    if (located) return located;
    const site = await this.publishing.findPublishedBehind(proxiesOf(url));
    if (!site) return null;
    const place = this.address.placeOf(site, 'path');
    return { site, path: url.pathname.slice(place.siteBasePath.length), moved: null, ...place };
  }

  private find(target: SiteTarget): Promise<PublishedSite | null> {
    if (target.arrival === 'custom-hostname') return this.publishing.findPublishedAt(target.customHostname);
    if (target.arrival === 'organization') return this.publishing.findDefaultOf(target.hostname);
    return this.publishing.findPublished(target.hostname, target.basename);
  }
}

/** Possible proxy addresses of a site that is read at the address. */
function proxiesOf({ host, pathname }: URL): string[] {
  const name = nameOf(host);
  if (name === null) return [];
  const segments = pathname.split('/').slice(1, 12);
  return segments.map((_, index) => `${name}/${segments.slice(0, index + 1).join('/')}`);
}
