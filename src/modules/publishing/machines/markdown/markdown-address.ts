/** Suffix that turns the address of a page into that of its Markdown. */
export const MARKDOWN_SUFFIX = '.md';

/**
 * Address of the Markdown of the page at `href`: `guides/start` is at `guides/start.md`, and the page at the root of a
 * space at `index.md`. A page whose path is `index` is at `index/index.md`, so that no two pages share an address.
 */
export function markdownHref(href: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  if (path.endsWith('/')) return `${path}index${MARKDOWN_SUFFIX}${rest}`;
  return `${path}${path.endsWith('/index') ? '/index' : ''}${MARKDOWN_SUFFIX}${rest}`;
}

/** Path of the page whose Markdown is at `path`; null if the path is not one of Markdown. */
export function pagePathOf(path: string): string | null {
  if (!path.endsWith(MARKDOWN_SUFFIX)) return null;
  return path.slice(0, -MARKDOWN_SUFFIX.length).replace(/(^|\/)index$/, '');
}
