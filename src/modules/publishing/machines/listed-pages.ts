import { Injectable } from '@nestjs/common';
import { PublishedContent, type PublishedPlace } from '../published-content.js';
import type { ReaderRequest } from '../requests/reader-request.js';
import type { NavigationPage, SpaceNavigation } from '../space-navigation.js';

/** A site as one reader sees it. */
export type ReaderSite = Pick<ReaderRequest, 'site' | 'visitor' | 'siteBasePath' | 'siteUrl'>;

/** A page with an address. */
export type ListedPage = NavigationPage & { href: string };

export interface ListedSpace {
  place: PublishedPlace;
  navigation: SpaceNavigation;
  /** In the order in which readers page through them. */
  pages: ListedPage[];
}

/** Lists the pages of a site that the reader may see, without hidden pages and those excluded from search. */
@Injectable()
export class ListedPages {
  constructor(private readonly content: PublishedContent) {}

  /** The listed pages of each space, in the order of the site. */
  async listBySpace({ site, visitor, siteBasePath, siteUrl }: ReaderSite): Promise<ListedSpace[]> {
    const spaces: ListedSpace[] = [];
    for (const space of site.spaces) {
      const place = { site, space, visitor, siteBasePath, siteUrl };
      const navigation = await this.content.navigation(place);
      spaces.push({ place, navigation, pages: navigation.sequence.filter(isIndexable) });
    }
    return spaces;
  }
}

function isIndexable(entry: NavigationPage): entry is ListedPage {
  const { noIndex, noRobotsIndex } = entry.page;
  return entry.href !== null && noIndex !== true && noRobotsIndex !== true;
}
