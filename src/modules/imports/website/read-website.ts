import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ImportFailed, openFolder } from '#modules/git/index.js';
import { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { Logger } from '#platform/logging/logger.js';
import { elementsOf, textProperty } from '../html/hast-tools.js';
import { mainContent } from '../html/main-content.js';
import { pageMarkdown, parseHtmlPage } from '../html/page-markdown.js';
import type { ImportProgress } from '../import-progress.js';
import type { SourceFolder } from '../source-folder.js';
import { type Crawl, type CrawledPage, Crawler } from './crawl.js';
import { SiteFetch } from './site-fetch.js';
import { SiteImages } from './site-images.js';
import { siteTree } from './site-tree.js';

/** Brings the pages of a website into one folder of Markdown. */
@Injectable()
export class ReadWebsite {
  constructor(
    private readonly http: GuardedFetch,
    private readonly logger: Logger,
  ) {}

  /**
   * @param root an empty folder to work in.
   * @throws ImportFailed when there is nothing to import; a page that cannot be read is a failed item of the report.
   */
  async read(start: string, root: string, progress: ImportProgress): Promise<SourceFolder> {
    const [pages, content] = [join(root, 'pages'), join(root, 'content')];
    await Promise.all([mkdir(pages), mkdir(content)]);
    const site = new SiteFetch(this.http, progress);
    const crawl = await new Crawler(site, progress, pages).run(start);
    const images = new SiteImages(site, progress, content, (address) => crawl.mayFetch(address));
    const converted: CrawledPage[] = [];
    for (const page of crawl.pages) {
      progress.check();
      if (await this.convert(page, crawl, images, content, progress)) converted.push(page);
      await breathe();
    }
    if (converted.length === 0) throw new ImportFailed('No page of the website could be read.');
    return {
      folder: {
        config: { root: '', readme: 'README.md', summary: 'SUMMARY.md', redirects: new Map() },
        content: await openFolder(content),
        pages: siteTree(
          converted.map((page) => ({
            segments: crawl.scope.segmentsOf(page.key),
            file: fileOf(page),
            order: page.order,
          })),
        ),
        hasSummary: false,
        includes: [],
        assets: [],
        fullPath: (path) => path,
      },
      items: new Map(converted.map((page) => [fileOf(page), page.position])),
    };
  }

  private async convert(
    crawled: CrawledPage,
    crawl: Crawl,
    images: SiteImages,
    content: string,
    progress: ImportProgress,
  ): Promise<boolean> {
    try {
      const parsed = parseHtmlPage(await readFile(crawled.file, 'utf8'));
      const { address } = crawled;
      const { base: given } = parsed.head;
      const base = given && URL.canParse(given, address) ? new URL(given, address).href : address;
      const absolute = (href: string): string => (URL.canParse(href, base) ? new URL(href, base).href : href);
      await images.fetchAll(
        imagesOf(parsed.page)
          .filter((src) => URL.canParse(src, base))
          .map(absolute),
      );
      const link = linkWriter(crawled, crawl, base);
      const image = (src: string): string | undefined => {
        const path = images.pathOf(absolute(src));
        if (path !== undefined) return encodeURI(`/${path}`);
        return /^https?:/i.test(absolute(src)) ? absolute(src) : undefined;
      };
      const { markdown } = pageMarkdown(parsed, { link, image }, titleFrom(crawled.key));
      await writeFile(join(content, fileOf(crawled)), markdown, { mode: 0o600 });
      return true;
    } catch (error) {
      progress.check();
      this.logger.warn('A page of a website cannot be converted', { err: error });
      progress.fail(crawled.position, 'The page is built in a way that cannot be read.');
      return false;
    }
  }
}

function fileOf({ position }: CrawledPage): string {
  return `page-${position}.md`;
}

/** Links to pages of the import lead to their files, all others stay as addresses. */
function linkWriter(from: CrawledPage, crawl: Crawl, base: string): (href: string) => string {
  const { scope, aliases } = crawl;
  const pages = new Map(crawl.pages.map((page) => [page.key, page]));
  return (href) => {
    if (!URL.canParse(href, base)) return href;
    const url = new URL(href, base);
    const address = scope.pageAddress(href, base);
    if (address === undefined) return url.href;
    let key = scope.keyOf(address);
    // Aliases of aliases: a redirect to a page that is a copy of another.
    for (let hops = 0; aliases.has(key) && hops < 5; hops++) key = aliases.get(key) as string;
    const page = pages.get(key);
    if (!page) return url.href;
    return page === from && url.hash !== '' ? url.hash : `/${fileOf(page)}${url.hash}`;
  };
}

function imagesOf(page: Parameters<typeof mainContent>[0]): string[] {
  return [...elementsOf(mainContent(page).body)].flatMap((element) => {
    const src = textProperty(element, 'src') ?? textProperty(element, 'dataSrc');
    return element.tagName === 'img' && src !== undefined ? [src] : [];
  });
}

function titleFrom(key: string): string {
  const words = (key.split('/').pop() ?? '')
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Home';
}
