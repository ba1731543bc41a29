import { Injectable } from '@nestjs/common';
import { searchedSpaces, type SiteHit, SiteSearch } from '#modules/publishing/index.js';
import { defaultSpaceOf, type PublishedSite, type PublishedSpace } from '#modules/sites/index.js';
import type { PageRequest } from '#platform/database/pagination.js';
import { BadRequest } from '#platform/http/errors.js';
import type {
  SiteHitResource,
  SiteHitsResource,
  SiteSearchBody,
  SiteSearchResource,
} from './published-site.dto.js';
import { placeOf, type VisibleSite } from './published-sites.service.js';

/** Searches a site as somebody sees it, and tells what it found as later versions of the contract do. */
@Injectable()
export class SearchPublishedSite {
  constructor(private readonly search: SiteSearch) {}

  async execute(seen: VisibleSite, body: SiteSearchBody, page: PageRequest): Promise<SiteSearchResource> {
    const spaces = spacesOf(seen.site, body);
    if (spaces.length === 0) return { items: [], count: 0 };
    const place = placeOf(seen);
    const { hits, count, next } = await this.search.find(place, spaces, body.query, page, true);
    const items = presentHits(hits, count, new URL(place.siteUrl).origin);
    return { items, count, ...(next ? { next } : {}) };
  }
}

/** Spaces of a search. @throws BadRequest for an invalid scope. */
function spacesOf(site: PublishedSite, body: SiteSearchBody): readonly PublishedSpace[] {
  const old = body.mode ?? (body.siteSpaceIds ? 'specific' : 'default');
  const scope: NonNullable<SiteSearchBody['scope']> = body.scope ?? {
    mode: old,
    currentSiteSpace: body.siteSpaceId,
    siteSpaceIds: body.siteSpaceIds,
  };
  const { mode, currentSiteSpace, siteSpaceIds = [], restrictTo } = scope;
  if (mode === 'all') return site.spaces;
  if (mode === 'specific') {
    if (siteSpaceIds.length === 0)
      throw new BadRequest('scope.siteSpaceIds must be a list of ids of site spaces.');
    return site.spaces.filter((space) => siteSpaceIds.includes(space.siteSpaceId));
  }
  const current = site.spaces.find((space) => space.siteSpaceId === currentSiteSpace) ?? homeOf(site);
  const found = current ? searchedSpaces(site, 'default', current) : [];
  if (restrictTo === undefined) return found;
  return found.filter((space) => (space === current) === (restrictTo === 'currentSiteSpace'));
}

function homeOf(site: PublishedSite): PublishedSpace | undefined {
  return defaultSpaceOf(site, site.sections.find(({ isDefault }) => isDefault) ?? null) ?? site.spaces[0];
}

function presentHits(hits: readonly SiteHit[], count: number, origin: string): SiteHitsResource[] {
  const bySpace = new Map<string, SiteHitsResource>();
  hits.forEach((hit) => {
    const { spaceId, title } = hit.space;
    const { rank } = hit;
    const score = 1 - (rank - 1) / Math.max(count, rank);
    const group = bySpace.get(spaceId) ?? { type: 'space', id: spaceId, title, score, pages: [] };
    group.pages.push(presentHit(hit, { score, origin }));
    bySpace.set(spaceId, group);
  });
  return [...bySpace.values()];
}

function presentHit(hit: SiteHit, { score, origin }: { score: number; origin: string }): SiteHitResource {
  const { rank } = hit;
  const { description } = hit.entry.page;
  const app = origin + hit.entry.href;
  return {
    id: hit.pageId,
    title: hit.title,
    ...(description === undefined ? {} : { description }),
    path: hit.path,
    score,
    rank,
    ancestors: hit.ancestors.map((title) => ({ title })),
    sections: hit.sections.map(({ id, title, excerpt }) => {
      const anchor = id === null ? '' : `#${id}`;
      return {
        id: id ?? hit.pageId,
        title: id === null ? hit.title : title,
        path: hit.path + anchor,
        score,
        body: excerpt,
        urls: { app: app + encodeURI(anchor) },
      };
    }),
    urls: { app },
  };
}
