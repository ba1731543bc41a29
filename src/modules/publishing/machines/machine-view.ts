import { customizationOf } from '#modules/sites/index.js';
import type { MachineView } from '../pages/machine-links.js';
import type { PublishedPlace } from '../published-content.js';
import type { NavigationPage } from '../space-navigation.js';
import { feedHref } from './feeds/feed-address.js';
import { markdownHref } from './markdown/markdown-address.js';
import { PREVIEW_SIZE } from './preview/preview.types.js';
import { previewPath } from './preview/preview-view.js';
import { servesAgents } from './site-for-machines.js';
import { structuredData } from './structured-data.js';

/**
 * Data for machines in the head of a page.
 * @param url preferred address of the page.
 */
export function machineView(
  place: PublishedPlace,
  entry: NavigationPage,
  hasUpdates: boolean,
  url: string,
): MachineView {
  const { site, space, siteUrl } = place;
  const own = customizationOf(site, space).socialPreview.url;
  const image = own
    ? { url: own }
    : { url: new URL(previewPath(place, entry), siteUrl).href, ...PREVIEW_SIZE };
  return {
    ...(servesAgents(site) && entry.href ? { markdownHref: markdownHref(entry.href) } : {}),
    ...(hasUpdates && entry.href ? { feedHref: feedHref(entry.href) } : {}),
    image,
    structuredData: structuredData(place, entry, { url, imageUrl: image.url }),
  };
}
