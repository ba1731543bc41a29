export const FEED_NAME = 'rss.xml';

/** Address of the feed of the page at `href`. */
export function feedHref(href: string): string {
  return `${href}${href.endsWith('/') ? '' : '/'}${FEED_NAME}`;
}
