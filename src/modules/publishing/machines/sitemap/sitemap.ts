import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ReaderRequest } from '../../requests/reader-request.js';
import type { SiteAnswer } from '../../requests/site-answer.js';
import { type SiteRoute, SiteRoutes } from '../../requests/site-routes.js';
import { ListedPages } from '../listed-pages.js';
import { MadeAnswers } from '../made-answers.js';
import { isIndexed, machineText } from '../site-for-machines.js';
import { type SitemapEntry, sitemapFiles, sitemapIndex } from './sitemap-xml.js';

export const SITEMAP_PATH = 'sitemap.xml';
const PATHS = /^sitemap(?:-([1-9]\d{0,4}))?\.xml$/;
const XML = 'application/xml; charset=utf-8';

/** The addresses of a site's pages for search engines: one file, or files and an index of them where that is too much. */
@Injectable()
export class Sitemap implements SiteRoute, OnModuleInit {
  constructor(
    private readonly routes: SiteRoutes,
    private readonly listed: ListedPages,
    private readonly answers: MadeAnswers,
  ) {}

  onModuleInit(): void {
    this.routes.register(this);
  }

  matches(path: string): boolean {
    return PATHS.test(path);
  }

  /** Nothing at all on sites that search engines must not list. */
  async answer(reader: ReaderRequest): Promise<SiteAnswer | null> {
    if (!isIndexed(reader)) return null;
    const number = PATHS.exec(reader.path)?.[1];
    return this.answers.get(reader, reader.path, async () => {
      const files = sitemapFiles(await this.entries(reader));
      const file = number === undefined ? main(files, reader) : files.length > 1 && files[Number(number) - 1];
      return file ? machineText(reader, XML, file) : null;
    });
  }

  private async entries(reader: ReaderRequest): Promise<SitemapEntry[]> {
    const spaces = await this.listed.of(reader);
    const { origin } = new URL(reader.siteUrl);
    return spaces.flatMap(({ pages }) =>
      pages.map(({ href, page }) => ({ url: origin + href, modifiedAt: page.updatedAt })),
    );
  }
}

function main(files: string[], { siteUrl }: ReaderRequest): string {
  const [only] = files;
  if (files.length === 1 && only !== undefined) return only;
  return sitemapIndex(files.map((_, at) => `${siteUrl}sitemap-${at + 1}.xml`));
}
