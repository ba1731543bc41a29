import type { StructureItemType } from '#modules/sites/index.js';
import { sitePath } from '../sites/site-frame.js';

type SiteKey = Parameters<typeof sitePath>[1];

/** Address of the page about the structure of a site. @param base path of PUBLIC_URL. */
export function structurePath(base: string, site: SiteKey): string {
  return sitePath(base, site, 'structure');
}

/** Address of the page about a part of the structure. @param base path of PUBLIC_URL. */
export function itemPath(base: string, site: SiteKey, type: StructureItemType, id: string): string {
  return `${structurePath(base, site)}/${type}/${encodeURIComponent(id)}`;
}

/** Id of the element that shows a part of the structure, to which addresses lead. */
export function rowId(id: string): string {
  return `at-${id}`;
}
