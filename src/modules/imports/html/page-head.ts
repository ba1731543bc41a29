import type { Element, Root } from 'hast';
import { elementsOf, findElement, textProperty, words } from './hast-tools.js';

/** Facts from the head of a page. */
export interface PageHead {
  title?: string;
  description?: string;
  /** Address that relative ones start from. */
  base?: string;
  /** Address to which the page redirects at once. */
  refresh?: string;
}

/** Reads the head of a page. */
export function readHead(page: Root): PageHead {
  const elements = [...elementsOf(page)];
  const meta = (name: string): string | undefined => {
    const isMeant = (one: Element): boolean =>
      one.tagName === 'meta' && [one.properties['name'], one.properties['property']].includes(name);
    const found = elements.find(isMeant);
    return found && textProperty(found, 'content');
  };
  const base = findElement(page, (one) => one.tagName === 'base');
  const title = findElement(page, (one) => one.tagName === 'title');
  const refresh = elements.find(
    (one) => one.tagName === 'meta' && textProperty(one, 'httpEquiv')?.toLowerCase() === 'refresh',
  );
  const target =
    refresh && /^\s*[01]\s*;\s*url=['"]?([^'"]+)/i.exec(textProperty(refresh, 'content') ?? '')?.[1];
  return {
    title: meta('og:title') ?? (title && words(title)),
    description: meta('description') ?? meta('og:description'),
    base: base && textProperty(base, 'href'),
    ...(target ? { refresh: target } : {}),
  };
}

const MAX_TITLE_LENGTH = 1000;

/** A title without the name of the site that generators put behind it. */
export function withoutSiteName(title: string): string {
  const line = title.replace(/\s+/g, ' ').slice(0, MAX_TITLE_LENGTH);
  const [first = line] = line.split(/\s+[|–—·»]\s+|\s+-\s+(?=[^-]*$)/);
  return first.trim() || line;
}
