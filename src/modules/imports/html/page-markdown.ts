import type { Root } from 'hast';
import { stringify } from 'yaml';
import { parseHtmlDocument, TangledHtml } from '#platform/html/parse-html.js';
import { type Addresses, htmlToMarkdown } from './html-to-markdown.js';
import { elementsOf } from './hast-tools.js';
import { mainContent } from './main-content.js';
import { type PageHead, readHead, withoutSiteName } from './page-head.js';

/** A page as a file of the Git format. */
export interface PageMarkdown {
  title: string;
  /** Front matter, title and text. */
  markdown: string;
}

/** Long manuals on one page have a tenth of it. */
const MAX_ELEMENTS = 100_000;

/** @throws TangledHtml */
export function parseHtmlPage(html: string): { page: Root; head: PageHead } {
  const page = parseHtmlDocument(html);
  let elements = 0;
  for (const _ of elementsOf(page))
    if (++elements > MAX_ELEMENTS)
      throw new TangledHtml(`The page has more than ${MAX_ELEMENTS} elements; split it into several.`);
  return { page, head: readHead(page) };
}

/** @param fallback title of a page that has none. */
export function pageMarkdown(
  { page, head }: { page: Root; head: PageHead },
  addresses: Addresses,
  fallback: string,
): PageMarkdown {
  const main = mainContent(page);
  const title = oneLine(main.title ?? (head.title ? withoutSiteName(head.title) : fallback)) || fallback;
  const text = htmlToMarkdown(main.body, addresses);
  return { title, markdown: withHead(title, head.description, text) };
}

/** A file with a title, and a description when there is one. */
export function withHead(title: string, description: string | undefined, text: string): string {
  const front = description
    ? `---\n${stringify({ description: oneLine(description).slice(0, 1000) })}---\n\n`
    : '';
  const heading = title.replace(/[\\`*_[\]<>{}$#|~]/g, '\\$&');
  return `${front}# ${heading}\n\n${text}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 300);
}
