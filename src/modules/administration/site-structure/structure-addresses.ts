import { Injectable } from '@nestjs/common';
import { PublishedUrls, SiteAddress, SitePublishing, type SiteRow } from '#modules/sites/index.js';

/** The addresses of the parts of sites. */
@Injectable()
export class StructureAddresses {
  constructor(
    private readonly publishing: SitePublishing,
    private readonly address: SiteAddress,
  ) {}

  /** The addresses that readers have, or will have once the site is published. The caller has authorised the site. */
  async of({ site, location }: SiteRow): Promise<PublishedUrls> {
    const shown = await this.publishing.find(site.organizationId, site.id);
    return new PublishedUrls(shown, this.address.of(location));
  }
}
