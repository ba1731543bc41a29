import { Injectable } from '@nestjs/common';
import { Spaces } from '#modules/spaces/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import { SiteAddress } from '../addresses/site-address.js';
import { PublishedUrls } from '../published/published-url.js';
import { SitePublishing } from '../published/site-publishing.js';
import { SiteAudit } from '../site/site-audit.js';
import type { SiteRow } from '../site/sites.repository.js';
import { Sites } from '../site/sites.service.js';
import { type Destination, findItem, moveItem, placeOf, type StructureItem } from './model/moving.js';
import type { StructurePointer } from './model/item-types.js';
import type { SiteStructure } from './model/site-structure.js';
import { SiteStructureRepository } from './site-structure.repository.js';
import { summaryOf } from './structure-summary.js';
import { SiteSpaceEntity } from './site-space.entity.js';
import type { StructureView } from './structure.presenter.js';

/** The site whose structure is meant. */
export interface SiteKey {
  organizationId: string;
  siteId: string;
}

/** The subject of a change, and the structure after it. */
export interface Changed<T> {
  item: T;
  view: StructureView;
}

/** The structure of sites, on behalf of an actor: reading it, and changing it one at a time. */
@Injectable()
export class SiteStructures {
  constructor(
    private readonly db: Database,
    private readonly sites: Sites,
    private readonly structures: SiteStructureRepository,
    private readonly spaces: Spaces,
    private readonly publishing: SitePublishing,
    private readonly address: SiteAddress,
    private readonly audit: SiteAudit,
  ) {}

  /** @param shareKey for addresses that carry it. @throws NotFound for a site that the actor does not see. */
  async view(actor: Actor, { organizationId, siteId }: SiteKey, shareKey?: string): Promise<StructureView> {
    const row = await this.sites.requireSite(actor, organizationId, siteId, 'view');
    return this.viewOf(actor, row, await this.structures.load(organizationId, siteId), shareKey);
  }

  /**
   * Lets `work` change the structure of the locked site, and stores what it changed.
   * @throws Forbidden for actors that may not manage the site, and whatever `work` throws.
   */
  async change<T>(
    actor: Actor,
    { organizationId, siteId }: SiteKey,
    work: (structure: SiteStructure, row: SiteRow) => T | Promise<T>,
  ): Promise<Changed<T>> {
    return this.db.transaction(async () => {
      let done: { item: T; structure: SiteStructure } | undefined;
      const row = await this.sites.change(actor, organizationId, siteId, async (locked) => {
        const structure = await this.structures.load(organizationId, siteId);
        const before = summaryOf(structure);
        const item = await work(structure, locked);
        await this.structures.save(structure);
        await this.audit.recordStructure(locked.site, before, structure);
        done = { item, structure };
        return {};
      });
      if (!done) throw new Error('The site was changed without its structure.');
      return { item: done.item, view: await this.viewOf(actor, row, done.structure) };
    });
  }

  /**
   * Moves something among what stands beside it, or to another section or group.
   * @param seenAt the place of the item, as `placeOf` answers it, when somebody chose to move it.
   * @throws NotFound when the site has no such thing, BadRequest for a neighbour that stands elsewhere; Conflict when the item is
   * not where it was seen.
   */
  move<T extends StructureItem>(
    actor: Actor,
    key: SiteKey,
    pointer: StructurePointer,
    destination: Destination = {},
    seenAt?: string,
  ): Promise<Changed<T>> {
    return this.change(actor, key, async (structure) => {
      const item = required(findItem(structure, pointer), pointer.type.replaceAll('-', ' '));
      if (item instanceof SiteSpaceEntity) await this.requireVisible(actor, structure, item);
      if (seenAt !== undefined && seenAt !== placeOf(item))
        throw new Conflict(
          'Somebody else has moved it since this page was opened. Look at where it is now, and move it from there.',
        );
      moveItem(structure, item, destination);
      return item as T;
    });
  }

  /** A site space is answered with its space, so nobody gets at one whose space they do not see. @throws NotFound */
  async requireVisible(
    actor: Actor,
    { organizationId }: SiteStructure,
    { spaceId }: SiteSpaceEntity,
  ): Promise<void> {
    const seen = await this.spaces.findVisible(actor, organizationId, [spaceId]);
    if (!seen.has(spaceId)) throw new NotFound('site space');
  }

  private async viewOf(
    actor: Actor,
    { site, location }: SiteRow,
    structure: SiteStructure,
    shareKey?: string,
  ): Promise<StructureView> {
    const { organizationId } = site;
    const ids = structure.items.spaces.map(({ spaceId }) => spaceId);
    const spaces = await this.spaces.findVisible(actor, organizationId, ids);
    const published = site.published ? await this.publishing.find(organizationId, site.id) : null;
    return {
      structure,
      spaces,
      published: new PublishedUrls(published, this.address.of(location), shareKey),
    };
  }
}

/** @throws NotFound when the site does not have the item. */
export function required<T>(item: T | undefined, what: string): T {
  if (item === undefined) throw new NotFound(what);
  return item;
}

/** @throws BadRequest for what is to be a draft: it would be shown to readers. */
export function requireLive({ draft }: { draft?: boolean }): void {
  if (draft)
    throw new BadRequest('draft: only links can be drafts; leave it out, or use a condition to hide this.');
}
