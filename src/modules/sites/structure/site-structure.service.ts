import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import type { AddSiteSpaceBody } from '../site/site.dto.js';
import { SiteSpaces, type SiteSpaceView } from './site-spaces.service.js';
import type { SiteRow } from '../site/sites.repository.js';
import { Sites } from '../site/sites.service.js';

/** Which spaces a site shows, on behalf of an actor. */
@Injectable()
export class SiteStructure {
  constructor(
    private readonly sites: Sites,
    private readonly siteSpaces: SiteSpaces,
  ) {}

  /** @param onlyDefault true for the default only, false for the others only, undefined for all. */
  async list(
    actor: Actor,
    organizationId: string,
    siteId: string,
    onlyDefault?: boolean,
  ): Promise<{ row: SiteRow; views: SiteSpaceView[] }> {
    const row = await this.sites.require(actor, organizationId, siteId, 'view');
    const views = await this.siteSpaces.visible(actor, row.site);
    const wanted = views.filter(
      ({ siteSpace }) => onlyDefault === undefined || siteSpace.isDefault === onlyDefault,
    );
    return { row, views: wanted };
  }

  async add(
    actor: Actor,
    organizationId: string,
    siteId: string,
    body: AddSiteSpaceBody,
  ): Promise<{ row: SiteRow; view: SiteSpaceView }> {
    if (body.sectionId !== undefined)
      throw new BadRequest('sectionId: sections are not available yet; leave the field out.');
    let view: SiteSpaceView | undefined;
    const row = await this.sites.change(actor, organizationId, siteId, async ({ site }) => {
      view = await this.siteSpaces.addTo(actor, site, body.spaceId);
      return {};
    });
    return { row, view: view as SiteSpaceView };
  }

  async remove(actor: Actor, organizationId: string, siteId: string, siteSpaceId: string): Promise<void> {
    await this.sites.change(actor, organizationId, siteId, async ({ site }) => {
      await this.siteSpaces.removeFrom(site, siteSpaceId);
      return {};
    });
  }
}
