import { Injectable } from '@nestjs/common';
import { withAnchors } from '#modules/documents/index.js';
import { PublishedContent } from '../../published-content.js';
import type { ReaderRequest } from '../../requests/reader-request.js';
import { body, type SiteAnswer } from '../../requests/site-answer.js';
import type { SiteRoute } from '../../requests/site-routes.js';
import { SitePages } from '../../site-pages.js';
import { MadeAnswers } from '../made-answers.js';
import { plainDocument } from '#modules/rendering/index.js';
import { feedHref, FEED_NAME } from './feed-address.js';
import { hasUpdates } from './has-updates.js';
import { updateFeed } from './update-feed.js';

const RSS = 'application/rss+xml; charset=utf-8';

/** Updates of pages as RSS feeds. */
@Injectable()
export class PageFeeds implements SiteRoute {
  constructor(
    private readonly pages: SitePages,
    private readonly content: PublishedContent,
    private readonly answers: MadeAnswers,
  ) {}

  matches(path: string): boolean {
    return path === FEED_NAME || path.endsWith(`/${FEED_NAME}`);
  }

  async answer(reader: ReaderRequest): Promise<SiteAnswer | null> {
    const path = reader.path.slice(0, -FEED_NAME.length).replace(/\/$/, '');
    const located = await this.pages.locate({ ...reader, path });
    const { place, entry } = located ?? {};
    if (!place || !entry?.href) return null;
    const address = feedHref(entry.href);
    if (address !== reader.siteBasePath + reader.path) return { kind: 'redirect', location: address };
    return this.answers.get(reader, `feed ${place.space.siteSpaceId} ${entry.page.id}`, async () => {
      const document = await this.content.document(place, entry);
      if (!document || !hasUpdates(document)) return null;
      const context = await this.content.context(place, [], [document], entry.href ?? undefined);
      const whole = (href: string): string => new URL(href, new URL(entry.href ?? '', place.siteUrl)).href;
      const feed = {
        title: `${entry.page.title} | ${place.site.title}`,
        description: entry.page.description ?? entry.page.title,
        pageUrl: whole(entry.href ?? ''),
        feedUrl: whole(address),
        language: place.space.language ?? undefined,
      };
      const plain = (part: typeof document) => plainDocument(part, context, whole);
      return body(200, updateFeed(feed, withAnchors(document), plain), { 'Content-Type': RSS });
    });
  }
}
