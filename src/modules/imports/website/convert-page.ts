import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Root } from 'hast';
import type { PageFacts, SitePageTask } from '../conversion/conversion.types.js';
import { elementsOf, textProperty, words } from '../html/hast-tools.js';
import { hasContent } from '../html/html-to-markdown.js';
import { mainContent } from '../html/main-content.js';
import type { PageHead } from '../html/page-head.js';
import { pageMarkdown, parseHtmlPage } from '../html/page-markdown.js';
import { LIMITS } from '../import-limits.js';
import { WebsitePart } from './website-part.js';

/** Texts that are equal and at least so long are the same page at two addresses. */
const MIN_COPY_LENGTH = 200;
/** A page with more links has more than an import takes. */
const MAX_LINKS = LIMITS.pages * 4;

/** Facts about a page that an import needs before it takes the page. @throws TangledHtml */
export function pageFacts(html: string, address: string, start: string): PageFacts {
  const { page, head } = parseHtmlPage(html);
  const part = new WebsitePart(new URL(start));
  const base = baseOf(head, address);
  const links = new Set<string>();
  for (const href of [...linksOf(page), ...(head.refresh ? [head.refresh] : [])]) {
    const found = part.pageAddress(href, base);
    if (found !== undefined) links.add(found);
    if (links.size >= MAX_LINKS) break;
  }
  const { body, title = '' } = mainContent(page);
  const text = `${title}\n${words(body)}`;
  return {
    links: [...links],
    leadsOn: head.refresh !== undefined,
    hasText: hasContent(body) || title !== '',
    ...(text.length < MIN_COPY_LENGTH ? {} : { digest: createHash('sha256').update(text).digest('base64') }),
  };
}

/** Addresses of the images in the text of a page. @param source file with the HTML. @throws TangledHtml */
export async function imagesOfPage(source: string, address: string): Promise<string[]> {
  const { page, head } = parseHtmlPage(await readFile(source, 'utf8'));
  const base = baseOf(head, address);
  const found = [...elementsOf(mainContent(page).body)].flatMap((element) => {
    const src = textProperty(element, 'src') ?? textProperty(element, 'dataSrc');
    return element.tagName === 'img' && src !== undefined && URL.canParse(src, base)
      ? [new URL(src, base).href]
      : [];
  });
  return [...new Set(found)];
}

/** Writes a page as Markdown of the Git format. @throws TangledHtml */
export async function writePage(task: SitePageTask): Promise<void> {
  const parsed = parseHtmlPage(await readFile(task.source, 'utf8'));
  const base = baseOf(parsed.head, task.address);
  const image = (src: string): string | undefined => {
    const address = URL.canParse(src, base) ? new URL(src, base).href : src;
    const path = task.images.get(address);
    if (path !== undefined) return encodeURI(`/${path}`);
    return /^https?:/i.test(address) ? address : undefined;
  };
  const { markdown } = pageMarkdown(parsed, { link: linkWriter(task, base), image }, titleFrom(task.key));
  await writeFile(task.target, markdown, { mode: 0o600 });
}

/** Links to pages of the import lead to their files, all others stay as addresses. */
function linkWriter({ key: own, site }: SitePageTask, base: string): (href: string) => string {
  const { start, files, aliases } = site;
  const part = new WebsitePart(new URL(start));
  return (href) => {
    if (!URL.canParse(href, base)) return href;
    const url = new URL(href, base);
    const address = part.pageAddress(href, base);
    if (address === undefined) return url.href;
    let key = part.keyOf(address);
    // Aliases of aliases: a redirect to a page that is a copy of another.
    for (let hops = 0; aliases.has(key) && hops < 5; hops++) key = aliases.get(key) as string;
    const file = files.get(key);
    if (file === undefined) return url.href;
    return key === own && url.hash !== '' ? url.hash : `/${file}${url.hash}`;
  };
}

function baseOf({ base }: PageHead, address: string): string {
  return base && URL.canParse(base, address) ? new URL(base, address).href : address;
}

function* linksOf(page: Root): Generator<string> {
  for (const element of elementsOf(page)) {
    const href = element.tagName === 'a' ? textProperty(element, 'href') : undefined;
    if (href !== undefined) yield href;
  }
}

function titleFrom(key: string): string {
  const text = (key.split('/').pop() ?? '')
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return text.charAt(0).toUpperCase() + text.slice(1) || 'Home';
}
