import type { ContentUrls } from '#modules/space-content/index.js';
import type { FoundSection } from './query/excerpt.js';
import type { SearchHitResource, SearchSectionResource, SearchSpaceResource } from './search.dto.js';
import type { Hit, SpaceHits } from './search.service.js';

export function presentHit(hit: Hit, urls: ContentUrls): SearchHitResource {
  const app = urls.page(hit, hit.pageId);
  return {
    id: hit.pageId,
    title: hit.title,
    path: hit.path,
    sections: hit.sections.map((section, at) => ({
      ...presentSection(hit, section, app),
      score: 1 - at / hit.sections.length,
    })),
    ancestors: hit.ancestors.map((title) => ({ title })),
    urls: { app },
  };
}

export function presentSpaceHits({ space, hits }: SpaceHits, urls: ContentUrls): SearchSpaceResource {
  return { id: space.id, title: space.title, pages: hits.map((hit) => presentHit(hit, urls)) };
}

function presentSection(
  hit: Hit,
  { id, title, excerpt }: FoundSection,
  app: string,
): Omit<SearchSectionResource, 'score'> {
  const anchor = id === null ? '' : `#${id}`;
  return {
    id: id ?? hit.pageId,
    title: id === null ? hit.title : title,
    path: hit.path + anchor,
    body: excerpt,
    urls: { app: app + encodeURI(anchor) },
  };
}
