import { Injectable } from '@nestjs/common';
import { Urls } from '#platform/http/urls.js';

/** Where content is read: a space, or a change request of it. */
interface Container {
  spaceId: string;
  changeRequestId?: string;
}

/**
 * Addresses of content. There is no editing application of our own to lead into, so `urls.app` is, as for spaces, the
 * address of the resource itself: it exists, and it names the place.
 */
@Injectable()
export class ContentUrls {
  constructor(private readonly urls: Urls) {}

  page({ spaceId, changeRequestId }: Container, pageId: string): string {
    const container = changeRequestId ? ['change-requests', changeRequestId] : [];
    return this.urls.api('spaces', spaceId, ...container, 'content', 'page', pageId);
  }

  revision({ spaceId }: { spaceId: string }, revisionId: string): string {
    return this.urls.api('spaces', spaceId, 'revisions', revisionId);
  }
}
