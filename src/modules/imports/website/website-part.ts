import { decodePercent } from '#platform/http/decode-percent.js';

/** Extensions of linked files that are not pages. */
const OTHER_FILES =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|pdf|zip|gz|tgz|bz2|xz|7z|rar|dmg|exe|msi|deb|rpm|jar|mp[34]|m4[av]|webm|mov|avi|ogg|wav|woff2?|ttf|otf|eot|css|xml|json|ya?ml|csv|xlsx?|docx?|pptx?|ipynb|rss|atom)$/i;
/** Servers accept no longer addresses. The limit is needed because the patterns below take quadratic time. */
const MAX_ADDRESS_LENGTH = 4096;
const DEFAULT_FILE_NAME = /\/(index|default)\.(html?|php|aspx?)$/i;

/**
 * The part of a website that is imported: the pages of one origin, at one path and below it. A page is identified by a key,
 * which is the same for all addresses that a page commonly has (`/x`, `/x/`, `/x/index.html`).
 */
export class WebsitePart {
  readonly origin: string;
  /** The paths of all pages of the part begin with this one, which has no slash at its end. */
  readonly prefix: string;

  constructor(start: URL) {
    this.origin = start.origin;
    const path = decodePath(start.pathname).replace(DEFAULT_FILE_NAME, '/');
    this.prefix = path.replace(/\/[^/]*\.(html?|php|aspx?)$/i, '').replace(/\/+$/, '');
  }

  /** The address of a link without fragment and query; undefined for files and for addresses outside this part. */
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
    return decodePath(new URL(address).pathname).replace(DEFAULT_FILE_NAME, '/').replace(/\/+$/, '') || '/';
  }

  /** True when the page with this key belongs to the part; whether such a page exists is not known. */
  has(key: string): boolean {
    return key === this.prefix || key.startsWith(`${this.prefix}/`) || (this.prefix === '' && key === '/');
  }

  /** Segments of the path of a page after `prefix`; empty for the page at `prefix` itself. */
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
