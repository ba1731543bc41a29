import { pathOfSpace, type PublishedSpace } from '#modules/sites/index.js';
import type { PublishedContent, PublishedPlace } from './published-content.js';
import type { NavigationPage } from './space-navigation.js';

/** The same page in another language, or the page for readers of all other languages. */
export interface LanguageAlternate {
  /** BCP 47 tag, or `x-default`. */
  language: string;
  url: string;
}

/**
 * The same page in all languages of the spaces beside it: those of its section, or of a site without sections. Empty
 * for a page in a single language.
 * @param root preferred address of the site, with a trailing slash.
 */
export async function languageAlternates(
  content: PublishedContent,
  place: PublishedPlace,
  entry: NavigationPage,
  root: string,
): Promise<LanguageAlternate[]> {
  const { site, space } = place;
  const siblings = site.spaces.filter((other) => other.section?.id === space.section?.id);
  // Versions in the same language may stand beside translations: this page represents its language, the first version
  // any other language.
  const ordered = [space, ...siblings.filter(({ siteSpaceId }) => siteSpaceId !== space.siteSpaceId)];
  const byLanguage = new Map<string, PublishedSpace>();
  for (const other of ordered)
    if (other.language && !byLanguage.has(other.language)) byLanguage.set(other.language, other);
  if (byLanguage.size < 2 || !space.language) return [];
  const urlIn = async (other: PublishedSpace): Promise<string | null> => {
    const pages = await content.navigation({ ...place, space: other });
    const isHome = entry.href === place.siteBasePath + pathOfSpace(space);
    const page = isHome ? pages.home : pages.sameAs(entry);
    return page?.href && page.isListed ? root + page.href.slice(place.siteBasePath.length) : null;
  };
  const alternates: LanguageAlternate[] = [];
  for (const other of siblings) {
    if (byLanguage.get(other.language ?? '')?.siteSpaceId !== other.siteSpaceId) continue;
    const url = await urlIn(other);
    if (url) alternates.push({ language: other.language as string, url });
  }
  if (alternates.length < 2) return [];
  const first = siblings.find(({ isDefault }) => isDefault);
  const fallback = first && (await urlIn(first));
  return fallback ? [...alternates, { language: 'x-default', url: fallback }] : alternates;
}
