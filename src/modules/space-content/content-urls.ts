import { Injectable } from '@nestjs/common';
import { Urls } from '#platform/http/urls.js';
import type { ContentContext } from './content-context.js';

/** Addresses of content, for people and for programs. */
@Injectable()
export class ContentUrls {
  constructor(private readonly urls: Urls) {}

  /** The API resource of a page. */
  page({ spaceId, changeRequestId }: { spaceId: string; changeRequestId?: string }, pageId: string): string {
    const container = changeRequestId ? ['change-requests', changeRequestId] : [];
    return this.urls.api('spaces', spaceId, ...container, 'content', 'page', pageId);
  }

  /** A page in the application. */
  appPage(context: ContentContext, pageId: string): string {
    return `${this.appPlace(context)}/pages/${encodeURIComponent(pageId)}`;
  }

  /** A revision in the application. */
  appRevision({ spaceId }: { spaceId: string }, revisionId: string): string {
    return this.urls.at('app', 'spaces', spaceId, 'revisions', revisionId);
  }

  private appPlace({ spaceId, changeRequestId }: ContentContext): string {
    const container = changeRequestId ? ['change-requests', changeRequestId] : [];
    return this.urls.at('app', 'spaces', spaceId, ...container);
  }
}
