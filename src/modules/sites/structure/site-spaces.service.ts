import { Injectable } from '@nestjs/common';
import { generateKeyBetween } from 'fractional-indexing';
import { Spaces, type SpaceView } from '#modules/spaces/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import type { Site } from '../site/site.entity.js';
import { SiteSpace } from './site-space.entity.js';
import { SiteSpacesRepository } from './site-spaces.repository.js';
import { slugify } from '../slugify.js';
import { SitePublishing } from '../published/site-publishing.js';

export interface SiteSpaceView {
  siteSpace: SiteSpace;
  space: SpaceView;
}

/** The spaces a site shows. Callers hold the site's row lock for every change. */
@Injectable()
export class SiteSpaces {
  constructor(
    private readonly db: Database,
    private readonly siteSpaces: SiteSpacesRepository,
    private readonly spaces: Spaces,
    private readonly publishing: SitePublishing,
  ) {}

  /** All of them, in order, with exactly one default unless there is none. */
  async all(site: Site): Promise<SiteSpace[]> {
    const list = await this.siteSpaces.list(site.organizationId, site.id);
    // The default's space may be deleted (and may come back): until then the first one stands in.
    const [first] = list;
    if (first && !list.some((siteSpace) => siteSpace.isDefault)) first.isDefault = true;
    return list;
  }

  /** Those whose space the actor may see. */
  async visible(actor: Actor, site: Site): Promise<SiteSpaceView[]> {
    const list = await this.all(site);
    const views = await this.spaces.findVisible(
      actor,
      site.organizationId,
      list.map((siteSpace) => siteSpace.spaceId),
    );
    return list.flatMap((siteSpace) => {
      const space = views.get(siteSpace.spaceId);
      return space ? [{ siteSpace, space }] : [];
    });
  }

  /**
   * Adds a space at the end; the first one becomes the default.
   * @throws Conflict when the site shows it already, BadRequest for a space of another organization.
   */
  async addTo(actor: Actor, site: Site, spaceId: string): Promise<SiteSpaceView> {
    const space = await this.spaces.require(actor, spaceId, 'manage');
    if (space.space.organizationId !== site.organizationId) {
      throw new BadRequest(
        'spaceId: the space belongs to another organization; transfer or duplicate it first.',
      );
    }
    const list = await this.all(site);
    if (list.some((siteSpace) => siteSpace.spaceId === spaceId))
      throw new Conflict('spaceId: the site shows this space already.');
    const siteSpace = Object.assign(new SiteSpace(), {
      organizationId: site.organizationId,
      id: newId(),
      siteId: site.id,
      spaceId,
      sectionId: null,
      condition: null,
      path: freePath(space.space.title, new Set(list.map((other) => other.path))),
      position: generateKeyBetween(list.at(-1)?.position ?? null, null),
      isDefault: list.length === 0,
    });
    await this.siteSpaces.insert(siteSpace);
    return { siteSpace, space };
  }

  /** Takes a space off the site; when it was the default, the next one becomes it. */
  async removeFrom(site: Site, siteSpaceId: string): Promise<void> {
    const list = await this.all(site);
    const removed = list.find((siteSpace) => siteSpace.id === siteSpaceId);
    if (!removed) return;
    await this.siteSpaces.delete(site.organizationId, site.id, siteSpaceId);
    const next = list.find((siteSpace) => siteSpace.id !== siteSpaceId);
    if (removed.isDefault && next) await this.siteSpaces.setDefault(site.organizationId, site.id, next.id);
    await this.describeSpaces(site.organizationId, [removed.spaceId]);
  }

  /** @throws BadRequest when the site has no such site space. */
  async makeDefault(site: Site, siteSpaceId: string): Promise<void> {
    const list = await this.all(site);
    if (!list.some((siteSpace) => siteSpace.id === siteSpaceId)) {
      throw new BadRequest('defaultSiteSpace: the site has no such site space.');
    }
    await this.siteSpaces.setDefault(site.organizationId, site.id, siteSpaceId);
  }

  /** Why the spaces cannot leave the organization, or null: a site shows spaces of its own organization only. */
  async refuseTransfer(organizationId: string, spaceIds: string[]): Promise<string | null> {
    const title = await this.siteSpaces.findSiteTitle(organizationId, spaceIds);
    return title === null ? null : `The site "${title}" shows it; take it off the site first.`;
  }

  /** Takes a space that is being purged off every site. */
  async forgetSpace(organizationId: string, spaceId: string): Promise<void> {
    await this.siteSpaces.removeSpace(organizationId, spaceId);
  }

  /** The organization has another hostname, so all its sites have another address. */
  async describeAllSpaces(organizationId: string): Promise<void> {
    await this.describeSpaces(organizationId, await this.siteSpaces.listSpaceIds(organizationId));
  }

  /** Tells the spaces where they are published now. */
  async describeSpaces(organizationId: string, spaceIds: string[]): Promise<void> {
    for (const [spaceId, place] of await this.publishing.placesOf(organizationId, spaceIds)) {
      await this.spaces.setPublished(organizationId, spaceId, place);
    }
  }
}

function freePath(title: string, taken: Set<string>): string {
  const base = slugify(title).slice(0, 90) || 'docs';
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? base : `${base}-${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}
