import type { PublishedPlace } from '../published-content.js';
import type { NavigationPage } from '../space-navigation.js';

/** The page and its position in the site, in the vocabulary of schema.org. */
export function structuredData(
  place: PublishedPlace,
  entry: NavigationPage,
  page: { url: string; imageUrl: string },
): object[] {
  const { site, space, siteUrl } = place;
  const { title, description, updatedAt } = entry.page;
  const article = {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: title,
    ...(description ? { description } : {}),
    url: page.url,
    mainEntityOfPage: page.url,
    image: page.imageUrl,
    ...(updatedAt ? { dateModified: updatedAt } : {}),
    ...(space.language ? { inLanguage: space.language } : {}),
    isPartOf: { '@type': 'WebSite', name: site.title, url: siteUrl },
  };
  const steps = [{ name: site.title, item: siteUrl }, ...trail(place, entry)];
  if (steps.length < 2) return [article];
  const crumbs = {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
  return [article, crumbs];
}

/** The steps from the site to the page; groups lead to their first page. */
function trail({ siteUrl }: PublishedPlace, entry: NavigationPage): { name: string; item: string }[] {
  const steps: { name: string; item: string }[] = [];
  for (let at: NavigationPage | null = entry; at; at = at.parent) {
    if (at.href !== null) steps.unshift({ name: at.page.title, item: new URL(at.href, siteUrl).href });
  }
  return steps.filter(({ item }) => item !== siteUrl);
}
