import { Injectable } from '@nestjs/common';
import type { DocumentNode, JSONDocument } from '#modules/documents/index.js';
import { type Hit, type Reading, Search } from '#modules/search/index.js';
import type { PublishedSpace } from '#modules/sites/index.js';
import type { PageRequest } from '#platform/database/pagination.js';
import { PublishedContent, type PublishedPlace } from '../published-content.js';
import type { NavigationPage } from '../space-navigation.js';

/** The site as one reader sees it. */
export type ReaderPlace = Omit<PublishedPlace, 'space'>;

/** A page that was found, where the reader opens it. */
export interface SiteHit extends Hit {
  space: PublishedSpace;
  entry: NavigationPage & { href: string };
}

/** Finds pages of a site for its readers: nothing that their conditions hide, neither pages nor parts of pages. */
@Injectable()
export class SiteSearch {
  constructor(
    private readonly search: Search,
    private readonly content: PublishedContent,
  ) {}

  /**
   * Best first.
   * @param spaces those of the site, as the reader sees it, that are searched.
   */
  async find(
    place: ReaderPlace,
    spaces: readonly PublishedSpace[],
    query: string,
    request: PageRequest = {},
  ): Promise<{ hits: SiteHit[]; next?: { page: string } }> {
    const { organizationId } = place.site;
    const bySpace = new Map(spaces.map((space) => [space.spaceId, space]));
    const entryOf = async (spaceId: string, pageId: string): Promise<NavigationPage | undefined> => {
      const space = bySpace.get(spaceId);
      const entry = space && (await this.content.navigation({ ...place, space })).find(pageId);
      return entry?.isListed && entry.href !== null ? entry : undefined;
    };
    const readingOf = async ({ spaceId, pageId }: { spaceId: string; pageId: string }): Promise<Reading> => {
      const space = bySpace.get(spaceId);
      const entry = await entryOf(spaceId, pageId);
      return space && entry ? this.reading({ ...place, space }, entry) : null;
    };
    const scope = {
      organizationId,
      spaces: spaces.map(({ spaceId: id, language }) => ({ id, language })),
      isListedOnly: true,
      readingOf,
    };
    const { items, next } = await this.search.inSpaces(scope, query, request);
    const hits = await Promise.all(
      items.map(async (hit): Promise<SiteHit[]> => {
        const space = bySpace.get(hit.spaceId);
        const entry = await entryOf(hit.spaceId, hit.pageId);
        return space && entry ? [{ ...hit, space, entry: entry as SiteHit['entry'] }] : [];
      }),
    );
    return { hits: hits.flat(), ...(next ? { next } : {}) };
  }

  /** The index holds documents as they are stored: those with conditions are read again as this reader reads them. */
  private async reading(place: PublishedPlace, entry: NavigationPage): Promise<Reading> {
    const stored = await this.content.storedDocument(place, entry);
    if (!stored || !hasConditions(stored)) return 'as-indexed';
    const { description } = entry.page;
    return { description, document: await this.content.document(place, entry) };
  }
}

function hasConditions(document: JSONDocument): boolean {
  const pending: DocumentNode[] = [...document.nodes];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.object === 'text') continue;
    if (node.type === 'if') return true;
    pending.push(...(node.nodes ?? []), ...(node.fragments ?? []).flatMap((fragment) => fragment.nodes));
  }
  return false;
}
