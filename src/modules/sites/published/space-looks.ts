import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import { SitesRepository } from '../site/sites.repository.js';
import { type DraftLooks, looksOf } from './draft-site.js';
import { SitePublishing } from './site-publishing.js';

/** Previews, in which members see spaces before readers do. */
@Injectable()
export class SpaceLooks {
  constructor(
    private readonly sites: SitesRepository,
    private readonly publishing: SitePublishing,
  ) {}

  /** Customization of the space on the first site that shows it and that the actor may see; null without one. */
  async of(actor: Actor, organizationId: string, spaceId: string): Promise<DraftLooks | null> {
    const row = await this.sites.findShowing(actor, organizationId, spaceId);
    const site = row && (await this.publishing.find(organizationId, row.site.id));
    return site && looksOf(site, spaceId);
  }
}
