import { pathOfSpace, type PublishedSpace } from '#modules/sites/index.js';
import type { PublishedContent, PublishedPlace } from './published-content.js';
import type { NavigationPage } from './space-navigation.js';

/** The address of the same page in another language, or the default for readers of all other languages. */
export interface LanguageAlternate {
  /** BCP 47 tag, or `x-default`. */
  language: string;
  url: string;
}

/**
 * Finds the page in all languages of the variants beside it: those of the same section, or of the whole site when it has no
 * sections. Empty when the page exists in one language only.
 * @param root preferred address of the site, with a trailing slash.
 */
export async function languageAlternates(
  content: PublishedContent,
  place: PublishedPlace,
  page: NavigationPage,
  root: string,
): Promise<LanguageAlternate[]> {
  const { site, space } = place;
  const variants = site.spaces.filter((variant) => variant.section?.id === space.section?.id);
  // Several variants may have the same language. The variant of the page is taken for its own language, and the first
  // variant for each other language.
  const ownFirst = [space, ...variants.filter(({ siteSpaceId }) => siteSpaceId !== space.siteSpaceId)];
  const variantByLanguage = new Map<string, PublishedSpace>();
  for (const variant of ownFirst)
    if (variant.language && !variantByLanguage.has(variant.language))
      variantByLanguage.set(variant.language, variant);
  if (variantByLanguage.size < 2 || !space.language) return [];
  const urlIn = async (variant: PublishedSpace): Promise<string | null> => {
    const pages = await content.navigation({ ...place, space: variant });
    const isHome = page.href === place.siteBasePath + pathOfSpace(space);
    const counterpart = isHome ? pages.home : pages.counterpartOf(page);
    if (!counterpart?.href || !counterpart.isListed) return null;
    return root + counterpart.href.slice(place.siteBasePath.length);
  };
  const alternates: LanguageAlternate[] = [];
  for (const variant of variants) {
    if (variantByLanguage.get(variant.language ?? '')?.siteSpaceId !== variant.siteSpaceId) continue;
    const url = await urlIn(variant);
    if (url) alternates.push({ language: variant.language as string, url });
  }
  if (alternates.length < 2) return [];
  const defaultVariant = variants.find(({ isDefault }) => isDefault);
  const defaultUrl = defaultVariant && (await urlIn(defaultVariant));
  return defaultUrl ? [...alternates, { language: 'x-default', url: defaultUrl }] : alternates;
}
