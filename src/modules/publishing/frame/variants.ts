import { languageName } from '#modules/spaces/index.js';
import type { SiteVariant } from '../pages/page-view.js';
import type { PublishedContent, PublishedPlace } from '../published-content.js';
import { spacePath } from '../site-links.js';
import type { NavigationPage } from '../space-navigation.js';

/**
 * In sections with more variants the menu leads to the home page of each, because looking for the same page in all of
 * them takes too long.
 */
const MAX_VARIANTS = 40;

/**
 * The variants (versions or languages) of the section of the page; each leads to the same page if it has that page. If
 * each variant has another language, the titles are the names of the languages. Undefined if there is only one variant.
 */
export async function variantViews(
  content: PublishedContent,
  place: PublishedPlace,
  entry?: NavigationPage,
): Promise<SiteVariant[] | undefined> {
  const { site, space, siteBasePath } = place;
  const all = site.spaces.filter((other) => other.section?.id === space.section?.id);
  if (all.length < 2) return undefined;
  const languages = new Set(all.flatMap(({ language }) => language ?? []));
  const views: SiteVariant[] = [];
  for (const other of all) {
    const isCurrent = other.siteSpaceId === space.siteSpaceId;
    const isSought =
      entry && !isCurrent && all.length <= MAX_VARIANTS && entry.href !== spacePath(siteBasePath, space);
    const pages = isSought ? await content.navigation({ ...place, space: other }) : undefined;
    const href = (entry && pages?.counterpartOf(entry)?.href) ?? spacePath(siteBasePath, other);
    const title = languages.size === all.length ? titleOf(other.language ?? '') : other.title;
    views.push({ title, href, current: isCurrent, language: other.language ?? undefined });
  }
  return views;
}

function titleOf(language: string): string {
  const name = languageName(language);
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
