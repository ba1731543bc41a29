import { Injectable } from '@nestjs/common';
import { SiteAddress } from '#modules/sites/index.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { languageAlternates } from '../../language-alternates.js';
import { PublishedContent } from '../../published-content.js';
import type { ReaderRequest } from '../../requests/reader-request.js';
import { body, type SiteAnswer } from '../../requests/site-answer.js';
import type { SiteRoute } from '../../requests/site-routes.js';
import { ListedPages } from '../listed-pages.js';
import { MadeAnswers } from '../made-answers.js';
import { isIndexed } from '../site-for-machines.js';
import { type SitemapEntry, sitemapFiles, sitemapIndex } from './sitemap-xml.js';

export const SITEMAP_PATH = 'sitemap.xml';
const PATHS = /^sitemap(?:-([1-9]\d{0,4}))?\.xml$/;
const XML = 'application/xml; charset=utf-8';

/** Addresses of a site's pages for search engines: one file, or several files and an index of them. */
@Injectable()
export class Sitemap implements SiteRoute {
  constructor(
    private readonly listed: ListedPages,
    private readonly answers: MadeAnswers,
    private readonly content: PublishedContent,
    private readonly address: SiteAddress,
  ) {}

  matches(path: string): boolean {
    return PATHS.test(path);
  }

  /** The sitemap; null on sites that search engines must not list. */
  async answer(reader: ReaderRequest): Promise<SiteAnswer | null> {
    if (!isIndexed(reader)) return null;
    const number = PATHS.exec(reader.path)?.[1];
    return this.answers.get(reader, reader.path, async () => {
      const files = await sitemapFiles(await this.entries(reader));
      const file = number === undefined ? main(files, reader) : files.length > 1 && files[Number(number) - 1];
      return file ? body(200, file, { 'Content-Type': XML }) : null;
    });
  }

  private async entries(reader: ReaderRequest): Promise<SitemapEntry[]> {
    const root = this.address.of(reader.site);
    const entries: SitemapEntry[] = [];
    const eventLoop = new EventLoopYield();
    for (const { place, pages } of await this.listed.listBySpace(reader)) {
      for (const page of pages) {
        await eventLoop.yieldIfDue();
        const alternates = await languageAlternates(this.content, place, page, root);
        const url = root + page.href.slice(place.siteBasePath.length);
        entries.push({ url, modifiedAt: page.page.updatedAt, alternates });
      }
    }
    return entries;
  }
}

function main(files: string[], { siteUrl }: ReaderRequest): string {
  const [only] = files;
  if (files.length === 1 && only !== undefined) return only;
  return sitemapIndex(files.map((_, at) => `${siteUrl}sitemap-${at + 1}.xml`));
}
