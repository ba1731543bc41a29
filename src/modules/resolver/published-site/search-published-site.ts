import { Injectable } from '@nestjs/common';
import { searchedSpaces, type SiteHit, SiteSearch } from '#modules/publishing/index.js';
import { defaultSpaceOf, type PublishedSite, type PublishedSpace } from '#modules/sites/index.js';
import type { PageRequest } from '#platform/database/pagination.js';
import { BadRequest } from '#platform/http/errors.js';
import type { SiteHitResource, SiteHitsResource, SiteSearchBody } from './published-site.dto.js';
import { placeOf, type SeenSite } from './published-sites.service.js';

/** Searches a site as somebody sees it, and tells what it found as later versions of the contract do. */
@Injectable()
export class SearchPublishedSite {
  constructor(private readonly search: SiteSearch) {}

  async execute(
    seen: SeenSite,
    body: SiteSearchBody,
    page: PageRequest,
  ): Promise<{ items: SiteHitsResource[]; next?: { page: string } }> {
    const spaces = spacesOf(seen.site, body);
    if (spaces.length === 0) return { items: [] };
    const place = placeOf(seen);
    const { hits, next } = await this.search.find(place, spaces, body.query, page);
    return { items: presentHits(hits, new URL(place.siteUrl).origin), ...(next ? { next } : {}) };
  }
}

/** The spaces that a search is about. @throws BadRequest for a scope that is none. */
function spacesOf(site: PublishedSite, body: SiteSearchBody): readonly PublishedSpace[] {
  const { mode, siteSpaceId, siteSpaceIds } = body;
  const old = mode ?? (siteSpaceIds ? 'specific' : 'default');
  const scope = body.scope ?? { mode: old, currentSiteSpace: siteSpaceId, siteSpaceIds };
  const only = (ids: unknown): PublishedSpace[] => {
    if (!Array.isArray(ids) || ids.length === 0)
      throw new BadRequest('scope.siteSpaceIds must be a list of ids of site spaces.');
    return site.spaces.filter((space) => ids.includes(space.siteSpaceId));
  };
  if (scope.mode === 'all') return site.spaces;
  if (scope.mode === 'specific') return only(scope.siteSpaceIds);
  // What was called `current` is what `default` is now.
  if (scope.mode !== 'default' && scope.mode !== 'current')
    throw new BadRequest('scope.mode must be one of default, specific, all.');
  const current = site.spaces.find((space) => space.siteSpaceId === scope.currentSiteSpace) ?? homeOf(site);
  const found = current ? searchedSpaces(site, 'default', current) : [];
  const restricted = [scope.restrictTo ?? []].flat();
  if (restricted.length === 0) return found;
  return found.filter(
    ({ siteSpaceId: id, section }) =>
      restricted.includes(id) || (section !== null && restricted.includes(section.id)),
  );
}

function homeOf(site: PublishedSite): PublishedSpace | undefined {
  return defaultSpaceOf(site, site.sections.find(({ isDefault }) => isDefault) ?? null) ?? site.spaces[0];
}

function presentHits(hits: readonly SiteHit[], origin: string): SiteHitsResource[] {
  const bySpace = new Map<string, SiteHitsResource>();
  hits.forEach((hit, rank) => {
    const { spaceId, title } = hit.space;
    const score = 1 - rank / hits.length;
    const group = bySpace.get(spaceId) ?? { type: 'space', id: spaceId, title, score, pages: [] };
    group.pages.push(presentHit(hit, { rank, score, origin }));
    bySpace.set(spaceId, group);
  });
  return [...bySpace.values()];
}

function presentHit(
  hit: SiteHit,
  { rank, score, origin }: { rank: number; score: number; origin: string },
): SiteHitResource {
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
