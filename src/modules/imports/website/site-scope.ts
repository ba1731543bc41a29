import { decodePercent } from '#platform/http/decode-percent.js';

/** Extensions of linked files that are not pages. */
const OTHER_FILES =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|pdf|zip|gz|tgz|bz2|xz|7z|rar|dmg|exe|msi|deb|rpm|jar|mp[34]|m4[av]|webm|mov|avi|ogg|wav|woff2?|ttf|otf|eot|css|xml|json|ya?ml|csv|xlsx?|docx?|pptx?|ipynb|rss|atom)$/i;
/** Longest address that servers accept; the patterns below take quadratic time. */
const MAX_ADDRESS_LENGTH = 4096;
const OWN_NAME = /\/(index|default)\.(html?|php|aspx?)$/i;

/**
 * The part of a website that is imported: pages of one origin, at and below one path. Pages are known by a key, which is
 * the same for the several addresses that one page commonly has.
 */
export class SiteScope {
  readonly origin: string;
  /** Path that everything starts with, without a slash at its end. */
  readonly prefix: string;

  constructor(start: URL) {
    this.origin = start.origin;
    const path = decodePath(start.pathname).replace(OWN_NAME, '/');
    this.prefix = path.replace(/\/[^/]*\.(html?|php|aspx?)$/i, '').replace(/\/+$/, '');
  }

  /** The address of a link, without its fragment and query; undefined for addresses outside this part of the website. */
  pageAddress(href: string, base: string): string | undefined {
    if (href.length > MAX_ADDRESS_LENGTH || !URL.canParse(href, base)) return undefined;
    const url = new URL(href, base);
    if (url.origin !== this.origin || url.username !== '' || OTHER_FILES.test(url.pathname)) return undefined;
    url.hash = '';
    url.search = '';
    return this.has(this.keyOf(url.href)) ? url.href : undefined;
  }

  /** Key of a page: its path, without default names and trailing slashes. */
  keyOf(address: string): string {
    return decodePath(new URL(address).pathname).replace(OWN_NAME, '/').replace(/\/+$/, '') || '/';
  }

  /** True for every address in this part of the website, whatever page it is. */
  has(key: string): boolean {
    return key === this.prefix || key.startsWith(`${this.prefix}/`) || (this.prefix === '' && key === '/');
  }

  /** Path segments of a page below the start; none for the start itself. */
  segmentsOf(key: string): string[] {
    return key
      .slice(this.prefix.length)
      .split('/')
      .filter((part) => part !== '');
  }
}

function decodePath(path: string): string {
  return decodePercent(path.replace(/\/{2,}/g, '/'));
}
