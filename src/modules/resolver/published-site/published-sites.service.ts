import { Injectable } from '@nestjs/common';
import type { RedirectedReader } from '#modules/publishing/index.js';
import {
  ANYBODY,
  type PublishedSite,
  SiteAddress,
  SitePublishing,
  type SiteRow,
  Sites,
  type Visitor,
  withOnly,
} from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { SiteReaders } from '../tokens/site-readers.js';
import type { PublishedView } from './published-structure.presenter.js';

/** A site as an actor of the API sees it: one of its readers, or a member. */
export interface VisibleSite extends PublishedView {
  row: SiteRow;
  visitor: Visitor;
}

/** Sites as they are published, for their readers and for members. */
@Injectable()
export class PublishedSites {
  constructor(
    private readonly sites: Sites,
    private readonly spaces: Spaces,
    private readonly publishing: SitePublishing,
    private readonly address: SiteAddress,
    private readonly readers: SiteReaders,
  ) {}

  /**
   * The site as the actor sees it: readers the pages whose conditions they fulfil, members all spaces that they may
   * see, published or not.
   * @param shareKey for a member's addresses; that of a reader is known.
   * @throws NotFound for an unknown or empty site.
   */
  async requireSite(
    actor: Actor,
    organizationId: string,
    siteId: string,
    shareKey?: string,
  ): Promise<VisibleSite> {
    const row = await this.sites.requireSite(actor, organizationId, siteId, 'view');
    const seen = actor.reader
      ? await this.readers.siteOf(actor.reader)
      : await this.ofMember(actor, row, shareKey);
    if (!seen) throw new NotFound('published site');
    const ids = seen.site.spaces.map(({ spaceId }) => spaceId);
    return { row, ...seen, spaces: await this.spaces.findVisible(actor, organizationId, ids) };
  }

  private async ofMember(
    actor: Actor,
    { site: { organizationId, id, published } }: SiteRow,
    shareKey?: string,
  ) {
    const site = await this.publishing.find(organizationId, id);
    const visible = site && (await this.visibleTo(actor, site));
    if (!visible) return null;
    const isShared = visible.visibility === 'share-link' && visible.audience.shareKeys.has(shareKey ?? '');
    const siteUrl = published ? this.address.of(visible) + (isShared ? `${shareKey}/` : '') : null;
    return { site: visible, visitor: ANYBODY, siteUrl };
  }

  private async visibleTo(actor: Actor, site: PublishedSite): Promise<PublishedSite | null> {
    const ids = site.spaces.map(({ spaceId }) => spaceId);
    return withOnly(site, await this.spaces.findVisible(actor, site.organizationId, ids));
  }
}

/** Before a site is published, its pages have no address to be at. */
const NOWHERE = 'http://site.invalid/';

/** The site as the parts of its pages take it. */
export function placeOf({ site, visitor, siteUrl }: VisibleSite): RedirectedReader {
  const url = siteUrl ?? NOWHERE;
  return { site, visitor, siteUrl: url, siteBasePath: new URL(url).pathname };
}
