import { words } from '../html/hast-tools.js';
import { parseHtmlFragment } from '#platform/html/parse-html.js';

export interface Sitemap {
  /** Addresses of pages. */
  pages: string[];
  /** Addresses of further sitemaps. */
  sitemaps: string[];
}

const MAX_ENTRIES = 50_000;
const MAX_ADDRESS_LENGTH = 4096;
/** Each part ends where the next element begins, so that no text is read twice. */
const PARTS =
  /<(?<entry>url|sitemap)(?=[\s>])|<loc(?=[\s>])[^<>]*>\s*(?:<!\[CDATA\[(?<data>[^<]*)|(?<text>[^<]*))/gi;

/**
 * Reads a sitemap or an index of sitemaps: the first address of each entry. What is neither comes out empty. A parser
 * would keep all of it in memory, and a sitemap may have 50 MB.
 */
export function readSitemap(xml: string): Sitemap {
  const found: Sitemap = { pages: [], sitemaps: [] };
  let list: string[] | undefined;
  for (const { groups = {} } of xml.matchAll(PARTS)) {
    const { entry, data, text } = groups;
    if (entry !== undefined) list = entry.toLowerCase() === 'url' ? found.pages : found.sitemaps;
    else {
      const address = addressOf(data, text);
      if (address !== '') list?.push(address);
      list = undefined;
    }
    if (found.pages.length + found.sitemaps.length >= MAX_ENTRIES) break;
  }
  return found;
}

function addressOf(data: string | undefined, text = ''): string {
  if (data !== undefined) return data.slice(0, MAX_ADDRESS_LENGTH).split(']]>')[0]?.trim() ?? '';
  const short = text.slice(0, MAX_ADDRESS_LENGTH).trim();
  // The entities of XML that matter here are those of HTML.
  return short.includes('&') ? words(parseHtmlFragment(short)) : short;
}
