import { Injectable } from '@nestjs/common';
import { BlockTypes } from '#modules/content/index.js';
import { type Match, type RankedHit, type Reading, Search } from '#modules/search/index.js';
import type { PublishedSpace } from '#modules/sites/index.js';
import type { PageRequest } from '#platform/database/pagination.js';
import { PublishedContent, type PublishedPlace } from '../published-content.js';
import type { NavigationPage } from '../space-navigation.js';

/** The site as one reader sees it. */
export type SearchPlace = Omit<PublishedPlace, 'space'>;

/** A page that was found, with its address on the site. */
export interface SiteHit extends RankedHit {
  space: PublishedSpace;
  entry: NavigationPage & { href: string };
}

type Located = Pick<SiteHit, 'space' | 'entry'>;

/** Finds pages of a site for its readers, without pages and parts of pages that conditions hide. */
@Injectable()
export class SiteSearch {
  constructor(
    private readonly search: Search,
    private readonly content: PublishedContent,
    private readonly blocks: BlockTypes,
  ) {}

  /**
   * Hits, best first.
   * @param spaces spaces to search, from the site as the reader sees it.
   * @param isCounted whether `count` has to be exact; otherwise it may cover the first hits only.
   */
  async find(
    place: SearchPlace,
    spaces: readonly PublishedSpace[],
    query: string,
    request: PageRequest = {},
    isCounted = false,
  ): Promise<{ hits: SiteHit[]; count: number; next?: { page: string } }> {
    const { organizationId } = place.site;
    const bySpace = new Map(spaces.map((space) => [space.spaceId, space]));
    const locate = async ({ spaceId, pageId }: Match): Promise<Located | null> => {
      const space = bySpace.get(spaceId);
      if (!space) return null;
      const entry = (await this.content.navigation({ ...place, space })).find(pageId);
      return entry?.isListed && entry.href !== null ? { space, entry: entry as SiteHit['entry'] } : null;
    };
    const scope = {
      organizationId,
      spaces: spaces.map(({ spaceId: id, language }) => ({ id, language })),
      isListedOnly: true,
      isCounted,
      readingsOf: async (matches: readonly Match[]) =>
        this.readings(place, await Promise.all(matches.map(locate))),
    };
    const { items, count, next } = await this.search.inSpaces(scope, query, request);
    const hits = await Promise.all(
      items.map(async (hit): Promise<SiteHit[]> => {
        const located = await locate(hit);
        return located ? [{ ...hit, ...located }] : [];
      }),
    );
    return { hits: hits.flat(), count, ...(next ? { next } : {}) };
  }

  /** The index holds documents as they are stored: documents with conditions are read again as this reader reads them. */
  private async readings(place: SearchPlace, pages: readonly (Located | null)[]): Promise<Reading[]> {
    const hashes = pages.flatMap((page) => page?.entry.page.document ?? []);
    const conditional = await this.blocks.documentsWith(place.site.organizationId, hashes, 'if');
    return Promise.all(
      pages.map(async (page): Promise<Reading> => {
        if (!page) return null;
        const { space, entry } = page;
        const { description, document } = entry.page;
        if (document === null || !conditional.has(document)) return 'as-indexed';
        return { description, document: await this.content.document({ ...place, space }, entry) };
      }),
    );
  }
}
