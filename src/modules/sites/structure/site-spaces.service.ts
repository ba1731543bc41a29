import { Injectable } from '@nestjs/common';
import { Spaces, type SpaceView } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { SiteEntity } from '../site/site.entity.js';
import { SitePublishing } from '../published/site-publishing.js';
import type { SiteSpaceEntity } from './site-space.entity.js';
import { type PublishedSiteKey, SiteSpacesRepository } from './site-spaces.repository.js';
import { SiteStructureRepository } from './site-structure.repository.js';

export interface SiteSpaceView {
  siteSpace: SiteSpaceEntity;
  space: SpaceView;
}

/** Keeps spaces and sites informed about each other's changes. */
@Injectable()
export class SiteSpaces {
  constructor(
    private readonly siteSpaces: SiteSpacesRepository,
    private readonly structures: SiteStructureRepository,
    private readonly spaces: Spaces,
    private readonly publishing: SitePublishing,
  ) {}

  /** The site spaces whose space the actor may see, in order. */
  async visible(actor: Actor, { organizationId, id }: SiteEntity): Promise<SiteSpaceView[]> {
    const shown = (await this.structures.load(organizationId, id)).liveSpaces();
    const spaces = await this.spaces.findVisible(
      actor,
      organizationId,
      shown.map(({ spaceId }) => spaceId),
    );
    return shown.flatMap((siteSpace) => {
      const space = spaces.get(siteSpace.spaceId);
      return space ? [{ siteSpace, space }] : [];
    });
  }

  /** Ids of the spaces that a site shows. */
  spaceIdsOf(organizationId: string, siteId: string): Promise<string[]> {
    return this.siteSpaces.listSpaceIds(organizationId, siteId);
  }

  /** Ids of the sites that show a space, published or not. */
  siteIdsOf(organizationId: string, spaceId: string): Promise<string[]> {
    return this.siteSpaces.listSiteIds(organizationId, spaceId);
  }

  /** Published sites: those of an organization, or those that show a space of it; all where nothing is named. */
  listPublishedSites(of: { organizationId?: string; spaceId?: string } = {}): Promise<PublishedSiteKey[]> {
    return this.siteSpaces.listPublishedSites(of.organizationId ?? null, of.spaceId ?? null);
  }

  /** The reason why the spaces cannot leave the organization, or null: a site shows spaces of its organization only. */
  async refuseTransfer(organizationId: string, spaceIds: string[]): Promise<string | null> {
    const title = await this.siteSpaces.findSiteTitle(organizationId, spaceIds);
    return title === null ? null : `The site "${title}" shows it; take it off the site first.`;
  }

  /** Takes a space that is being purged off every site. */
  async deleteSpace(organizationId: string, spaceId: string): Promise<void> {
    await this.siteSpaces.removeSpace(organizationId, spaceId);
  }

  /** The organization has another hostname, so all its sites have another address. */
  async describeAllSpaces(organizationId: string): Promise<void> {
    await this.describeSpaces(organizationId, await this.siteSpaces.listSpaceIds(organizationId));
  }

  /** After a change of the integration that signs in visitors of the organization's sites, updates their spaces. */
  async describeSignedInSpaces(organizationId: string): Promise<void> {
    await this.describeSpaces(organizationId, await this.siteSpaces.listSignedInSpaceIds(organizationId));
  }

  /** Tells the spaces where they are published now. */
  async describeSpaces(organizationId: string, spaceIds: string[]): Promise<void> {
    if (spaceIds.length === 0) return;
    await this.spaces.setAllPublished(
      organizationId,
      await this.publishing.placesOf(organizationId, [...new Set(spaceIds)]),
    );
  }
}
