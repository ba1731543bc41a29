import { Injectable } from '@nestjs/common';
import { Urls } from '#platform/http/urls.js';

/** The container of content: a space, or a change request of it. */
interface Container {
  spaceId: string;
  changeRequestId?: string;
}

/** Addresses of content for people: the pages on which members preview it in the layout of readers. */
@Injectable()
export class ContentUrls {
  constructor(private readonly urls: Urls) {}

  page({ spaceId, changeRequestId }: Container, pageId: string): string {
    const container = changeRequestId ? ['~', 'changes', changeRequestId] : [];
    return this.urls.app('s', spaceId, ...container, '~', 'pages', pageId);
  }

  revision({ spaceId }: { spaceId: string }, revisionId: string): string {
    return this.urls.app('s', spaceId, '~', 'revisions', revisionId);
  }
}
