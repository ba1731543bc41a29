import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ImportFailed, openFolder } from '#modules/git/index.js';
import { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { Logger } from '#platform/logging/logger.js';
import type { SiteAddresses } from '../conversion/conversion.types.js';
import type { Converter } from '../conversion/converter.js';
import type { ImportProgress } from '../import-progress.js';
import { requirePageLength } from '../page-length.js';
import type { SourceFolder } from '../source-folder.js';
import { UNREADABLE_PAGE, unreadableReason } from '../unreadable-source.js';
import { type CrawledPage, Crawler } from './crawl.js';
import { SiteFetch } from './site-fetch.js';
import { WebsiteImages } from './website-images.js';
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
  async read(
    start: string,
    root: string,
    progress: ImportProgress,
    converter: Converter,
  ): Promise<SourceFolder> {
    const [pages, content] = [join(root, 'pages'), join(root, 'content')];
    await Promise.all([mkdir(pages), mkdir(content)]);
    const site = new SiteFetch(this.http, progress);
    const crawl = await new Crawler(site, progress, converter, pages, this.logger).run(start);
    const images = new WebsiteImages(site, progress, content, (address) => crawl.mayFetch(address));
    const addresses = {
      start: crawl.start,
      files: new Map(crawl.pages.map(({ key, position }) => [key, fileOf(position)])),
      aliases: crawl.aliases,
    };
    const converted: CrawledPage[] = [];
    for (const page of crawl.pages) {
      progress.check();
      if (await this.convert(page, addresses, images, content, { converter, progress })) converted.push(page);
    }
    if (converted.length === 0) throw new ImportFailed('No page of the website could be read.');
    return {
      folder: {
        config: { root: '', readme: 'README.md', summary: 'SUMMARY.md', redirects: new Map() },
        content: await openFolder(content),
        pages: siteTree(
          converted.map((page) => ({
            segments: crawl.part.segmentsOf(page.key),
            file: fileOf(page.position),
            order: page.order,
          })),
        ),
        hasSummary: false,
        includes: [],
        assets: [],
        fullPath: (path) => path,
      },
      items: new Map(converted.map((page) => [fileOf(page.position), page.position])),
    };
  }

  private async convert(
    { file: source, address, key, position }: CrawledPage,
    site: SiteAddresses,
    images: WebsiteImages,
    content: string,
    { converter, progress }: { converter: Converter; progress: ImportProgress },
  ): Promise<boolean> {
    try {
      const found = await converter.images(source, address);
      await images.fetchAll(found);
      const paths = found.flatMap((image): [string, string][] => {
        const path = images.pathOf(image);
        return path === undefined ? [] : [[image, path]];
      });
      const target = join(content, fileOf(position));
      await converter.page({ source, target, address, key, site, images: new Map(paths) });
      await requirePageLength(target);
      return true;
    } catch (error) {
      progress.check();
      progress.fail(position, unreadableReason(error, UNREADABLE_PAGE, this.logger));
      return false;
    }
  }
}

function fileOf(position: number): string {
  return `page-${position}.md`;
}
