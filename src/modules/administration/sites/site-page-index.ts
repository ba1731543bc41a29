import { Injectable } from '@nestjs/common';
import { ContentStore, type PageNode } from '#modules/content/index.js';
import {
  decodePath,
  pathOfSpace,
  type PublishedSite,
  type PublishedSpace,
  SitePublishing,
  splitSitePath,
} from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import type { Actor } from '#platform/http/actor.js';

/** A page that a site shows. */
export interface SitePage {
  siteSpaceId: string;
  spaceId: string;
  pageId: string;
  title: string;
  /** Path below the site's root, percent-encoded, with a leading slash. */
  path: string;
  /** True where the member sees the space of the page, and so may read its title. */
  isVisible: boolean;
}

/** The pages of a site, by what names them. */
export class SitePageIndex {
  private readonly byPlace = new Map<string, SitePage>();
  private readonly bySpace = new Map<string, SitePage>();
  private readonly byPath = new Map<string, SitePage>();

  /**
   * @param site null for a site that shows no space.
   * @param visible ids of the spaces that the member sees.
   */
  constructor(
    readonly site: PublishedSite | null,
    readonly pages: readonly SitePage[],
    readonly visible: ReadonlySet<string>,
  ) {
    for (const page of pages) {
      this.byPlace.set(`${page.siteSpaceId} ${page.pageId}`, page);
      this.bySpace.set(`${page.spaceId} ${page.pageId}`, page);
      this.byPath.set(keyOf(page.path), page);
    }
  }

  /** A page of a space on the site. */
  find(siteSpaceId: string, pageId: string): SitePage | undefined {
    return this.byPlace.get(`${siteSpaceId} ${pageId}`);
  }

  /** A page of a space, wherever it is on the site. */
  inSpace(spaceId: string, pageId: string): SitePage | undefined {
    return this.bySpace.get(`${spaceId} ${pageId}`);
  }

  /** The page at a path below the site's root, in any case of the letters. */
  at(path: string): SitePage | undefined {
    return this.byPath.get(keyOf(path));
  }

  /** The space whose first page is at a path below the site's root. */
  spaceAt(path: string): PublishedSpace | undefined {
    const found = this.site && splitSitePath(this.site, path.replace(/^\/+|\/+$/g, ''));
    return found?.rest === '' ? found.space : undefined;
  }
}

/** Reads the pages of sites, for pages of members that name them. */
@Injectable()
export class SitePageIndexes {
  constructor(
    private readonly publishing: SitePublishing,
    private readonly content: ContentStore,
    private readonly spaces: Spaces,
  ) {}

  /** All pages of a site; the caller has checked that the actor sees the site. */
  async of(actor: Actor, organizationId: string, siteId: string): Promise<SitePageIndex> {
    const site = await this.publishing.find(organizationId, siteId);
    if (!site) return new SitePageIndex(null, [], new Set());
    const ids = site.spaces.map(({ spaceId }) => spaceId);
    const visible = new Set((await this.spaces.findVisible(actor, organizationId, ids)).keys());
    const pages: SitePage[] = [];
    const eventLoop = new EventLoopYield();
    for (const space of site.spaces) {
      const tree = await this.content.readTree(organizationId, space.snapshot);
      const add = async (nodes: readonly PageNode[]): Promise<void> => {
        for (const { id, title, path, pages: below } of nodes) {
          await eventLoop.yieldIfDue();
          pages.push({
            siteSpaceId: space.siteSpaceId,
            spaceId: space.spaceId,
            pageId: id,
            title,
            path: `/${pathOfSpace(space)}${path.split('/').map(encodeURIComponent).join('/')}`,
            isVisible: visible.has(space.spaceId),
          });
          await add(below);
        }
      };
      await add(tree);
    }
    return new SitePageIndex(site, pages, visible);
  }
}

function keyOf(path: string): string {
  const bare = path.replace(/^\/+|\/+$/g, '');
  return (decodePath(bare) ?? bare).toLowerCase();
}
