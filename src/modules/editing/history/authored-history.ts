import { Injectable } from '@nestjs/common';
import type { Revision } from '#modules/content/index.js';
import {
  changedPage,
  type ContentContext,
  ContentUrls,
  PageHistory,
  presentRevisionSummary,
} from '#modules/space-content/index.js';
import { presentUser, Users } from '#modules/users/index.js';
import type { PageRequest } from '#platform/database/pagination.js';
import { Urls } from '#platform/http/urls.js';
import type { DeletedPagesResource, PageHistoryResource } from './history.dto.js';

/** The history of pages with the people who made it. */
@Injectable()
export class AuthoredHistory {
  constructor(
    private readonly history: PageHistory,
    private readonly users: Users,
    private readonly contentUrls: ContentUrls,
    private readonly urls: Urls,
  ) {}

  async ofPage(context: ContentContext, pageId: string, request: PageRequest): Promise<PageHistoryResource> {
    const part = await this.history.listOfPage(context, pageId, request);
    const authored = await this.authored(part.items.map(({ revision }) => revision));
    const items = part.items.map(({ change, revision }) => ({ change, ...authored(revision) }));
    return { items, ...(part.next ? { next: part.next } : {}) };
  }

  async deleted(context: ContentContext, request: PageRequest): Promise<DeletedPagesResource> {
    const part = await this.history.listDeleted(context, request);
    const authored = await this.authored(part.items.map(({ revision }) => revision));
    const items = part.items.map(({ page, subpages, lastRevision, revision }) => ({
      page: changedPage(page),
      subpages,
      lastRevision,
      ...authored(revision),
    }));
    return { items, ...(part.next ? { next: part.next } : {}) };
  }

  private async authored(revisions: readonly Revision[]) {
    const ids = revisions.flatMap(({ author }) => author ?? []);
    const users = await this.users.findUsersByIds([...new Set(ids)]);
    return (revision: Revision) => {
      const user = revision.author === null ? undefined : users.get(revision.author);
      return {
        revision: presentRevisionSummary(revision, this.contentUrls),
        ...(user ? { user: presentUser(user, this.urls) } : {}),
      };
    };
  }
}
