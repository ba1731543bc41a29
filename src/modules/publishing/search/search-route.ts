import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { defaultSpaceOf, type PublishedSite, type PublishedSpace } from '#modules/sites/index.js';
import { PageViews } from '../page-views.js';
import { renderSearchPage } from '../pages/search-page.js';
import type { ReaderRequest } from '../requests/reader-request.js';
import { html, json, type SiteAnswer } from '../requests/site-answer.js';
import type { SiteRoute } from '../requests/site-routes.js';
import { hitView, type SearchHitView } from './search-answer.js';
import { SEARCH_PAGE_PATH, SEARCH_PATH } from './search-paths.js';
import { SiteSearch } from './site-search.js';

/** Longer queries are cut, as readers do not type them. */
const MAX_QUERY_LENGTH = 200;
const MAX_HITS = 20;
const KEPT_MS = 30_000;
const MAX_KEPT_ANSWERS = 500;
const HEADERS = { 'Cache-Control': 'private, max-age=30', 'X-Robots-Tag': 'noindex' };

/** Spaces that are searched: the reader's space and one of each other section, the reader's space alone, or all spaces. */
export type Scope = 'default' | 'current' | 'all';

/** Search on every site: hits for the dialog, and a page for readers without scripts. */
@Injectable()
export class SearchRoute implements SiteRoute {
  /** Answers by all values that decide the hits; content that changes has another version. */
  private readonly answers = new LRUCache<string, SearchHitView[]>({ max: MAX_KEPT_ANSWERS, ttl: KEPT_MS });

  constructor(
    private readonly search: SiteSearch,
    private readonly views: PageViews,
  ) {}

  matches(path: string): boolean {
    return path === SEARCH_PATH || path === SEARCH_PAGE_PATH;
  }

  async answer(reader: ReaderRequest): Promise<SiteAnswer> {
    const query = (reader.query.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH);
    const hits = await this.find(reader, query);
    if (reader.path === SEARCH_PATH) {
      const answer = json(200, { query, pages: hits });
      return { ...answer, headers: { ...answer.headers, ...HEADERS } };
    }
    const { site, siteBasePath, siteUrl, visitor } = reader;
    const space = spaceOf(site, reader.query.get('from'));
    const frame = await this.views.emptyFrame({ site, space, siteBasePath, siteUrl, visitor });
    const answer = html(200, renderSearchPage({ ...frame, query, hits, from: space.siteSpaceId }));
    return { ...answer, headers: { ...answer.headers, ...HEADERS } };
  }

  private async find(reader: ReaderRequest, query: string): Promise<SearchHitView[]> {
    if (query === '') return [];
    const scope = reader.query.get('scope') ?? '';
    const from = reader.query.get('from') ?? '';
    const key = JSON.stringify([reader.site.version, reader.siteUrl, query, scope, from]);
    const known = this.answers.get(key);
    if (known) return known;
    const spaces = searchedSpaces(reader.site, scope as Scope, spaceOf(reader.site, from));
    const { hits } = await this.search.find(reader, spaces, query, { limit: MAX_HITS });
    const found = hits.map(hitView);
    this.answers.set(key, found);
    return found;
  }
}

/** The space of the reader, by its id on the site; without one, the space at the site's root. */
function spaceOf(site: PublishedSite, id: string | null): PublishedSpace {
  const home = site.sections.find(({ isDefault }) => isDefault) ?? null;
  const space =
    site.spaces.find(({ siteSpaceId }) => siteSpaceId === id) ?? defaultSpaceOf(site, home) ?? site.spaces[0];
  if (!space) throw new Error('A site without spaces is not shown to anybody.');
  return space;
}

/**
 * The spaces of a scope. Other variants of the reader's section are left out by default, because the same page in
 * several versions is useless. Other sections are searched in the language of the reader if they have it.
 */
export function searchedSpaces(site: PublishedSite, scope: Scope, current: PublishedSpace): PublishedSpace[] {
  if (scope === 'all') return site.spaces;
  if (scope === 'current') return [current];
  const others = site.sections.flatMap((section) => {
    if (section.id === current.section?.id) return [];
    const own = site.spaces.filter((space) => space.section?.id === section.id);
    return own.find((space) => space.language === current.language) ?? defaultSpaceOf(site, section) ?? [];
  });
  return [current, ...others];
}
