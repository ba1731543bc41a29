import { x } from 'xastscript';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { textElement, xmlDocument, xmlText } from '../xml.js';

export interface SitemapEntry {
  url: string;
  /** ISO time. */
  modifiedAt?: string;
  /** The same page in all its languages, itself included. */
  alternates?: { language: string; url: string }[];
}

/** Limits of the protocol for one file. */
export const SITEMAP_LIMITS = { urls: 50_000, bytes: 50 * 1024 * 1024 };

const HEAD =
  '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n';
const TAIL = '</urlset>\n';

/** Sitemaps within the limits; at least one, which may be empty. The function yields between entries. */
export async function sitemapFiles(
  entries: Iterable<SitemapEntry>,
  limits = SITEMAP_LIMITS,
): Promise<string[]> {
  const files: string[] = [];
  const eventLoop = new EventLoopYield();
  let lines: string[] = [];
  let bytes = HEAD.length + TAIL.length;
  const finish = (): void => {
    files.push(HEAD + lines.join('') + TAIL);
    lines = [];
    bytes = HEAD.length + TAIL.length;
  };
  for (const entry of entries) {
    await eventLoop.yieldIfDue();
    const line = `${xmlText(element(entry))}\n`;
    const size = Buffer.byteLength(line);
    if (lines.length === limits.urls || (lines.length > 0 && bytes + size > limits.bytes)) finish();
    lines.push(line);
    bytes += size;
  }
  if (lines.length > 0 || files.length === 0) finish();
  return files;
}

/** The file that names the other ones. */
export function sitemapIndex(urls: string[]): string {
  return xmlDocument(
    x(
      'sitemapindex',
      { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' },
      urls.map((url) => x('sitemap', [textElement('loc', url)])),
    ),
  );
}

function element({ url, modifiedAt, alternates = [] }: SitemapEntry) {
  return x('url', [
    textElement('loc', url),
    ...(modifiedAt === undefined ? [] : [textElement('lastmod', modifiedAt)]),
    ...alternates.map((other) =>
      x('xhtml:link', { rel: 'alternate', hreflang: other.language, href: other.url }),
    ),
  ]);
}
