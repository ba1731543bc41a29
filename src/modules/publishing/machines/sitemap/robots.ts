import { Injectable } from '@nestjs/common';
import type { ReaderRequest } from '../../requests/reader-request.js';
import { body, type SiteAnswer } from '../../requests/site-answer.js';
import type { SiteRoute } from '../../requests/site-routes.js';
import { isIndexed, servesAgents } from '../site-for-machines.js';
import { robotsText } from './robots-text.js';
import { SITEMAP_PATH } from './sitemap.js';

/**
 * robots.txt of one site. Crawlers request it only at the root of a host; below a path it is the same text for other
 * clients.
 */
@Injectable()
export class Robots implements SiteRoute {
  matches(path: string): boolean {
    return path === 'robots.txt';
  }

  async answer(reader: ReaderRequest): Promise<SiteAnswer> {
    const { site, siteBasePath, siteUrl } = reader;
    const isOpen = isIndexed(reader);
    const text = robotsText({
      closed: isOpen ? [] : [siteBasePath],
      closedToAgents: isOpen && !servesAgents(site) ? [siteBasePath] : [],
      sitemaps: isOpen ? [siteUrl + SITEMAP_PATH] : [],
    });
    return body(200, text, { 'Content-Type': 'text/plain; charset=utf-8' });
  }
}
