import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { isExternal } from '../model/urls.js';

/** An `<a>` to `href`; pages that leave the site get no reference to our window. */
export function anchorElement(
  href: string,
  properties: Record<string, string | undefined>,
  children: ElementContent[],
): Element {
  return h('a', { ...properties, href, ...(isExternal(href) ? { rel: 'noopener' } : {}) }, children);
}
