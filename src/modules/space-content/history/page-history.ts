import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContentStore, type LocatedPage, type Revision, Revisions } from '#modules/content/index.js';
import type { PageRequest } from '#platform/database/pagination.js';
import { limitOf } from '#platform/database/pagination.js';
import type { ContentContext } from '../content-context.js';
import { RevisionReads } from '../revision-reads.js';

/** Revisions that one request looks at; the answer says where to go on. */
const MAX_COMPARED = 300;
const AT_ONCE = 10;
const DEFAULT_LIMIT = 50;
const MAX_STATES = 20_000;

/** A part of a history that was read from the newest on. */
export interface HistoryPart<T> {
  items: T[];
  next?: { page: string };
}

export interface PageRevision {
  revision: Revision;
  /** The content before it. */
  before: string;
  change: 'created' | 'edited' | 'deleted';
}

export interface DeletedPage {
  page: LocatedPage;
  /** Subpages that were deleted with it. */
  subpages: number;
  /** The revision that deleted it. */
  revision: Revision;
  /** The revision before that, which still has it. */
  lastRevision: string;
}

/**
 * The history of pages. Nothing is stored for it: neighbouring revisions are compared, and what they share has the same hash
 * and is not read again, so a comparison costs a few objects, whatever the size of the space.
 */
@Injectable()
export class PageHistory {
  /** Digests of pages by snapshot, which never change; empty where a snapshot lacks the page. */
  private readonly states = new LRUCache<string, string>({ max: MAX_STATES });

  constructor(
    private readonly content: ContentStore,
    private readonly revisions: Revisions,
    private readonly reads: RevisionReads,
  ) {}

  /** The revisions of the main content, or of a change request, that changed a page or its place, newest first. */
  listOfPage(
    context: ContentContext,
    pageId: string,
    request: PageRequest,
  ): Promise<HistoryPart<PageRevision>> {
    const { organizationId } = context;
    return this.read(context, request, async (revision, before) => {
      const was = await this.stateOf(organizationId, before.snapshot, pageId);
      const is = await this.stateOf(organizationId, revision.snapshot, pageId);
      if (was === is) return [];
      const change = was === '' ? 'created' : is === '' ? 'deleted' : 'edited';
      return [{ revision, before: before.snapshot, change }];
    });
  }

  /** Pages that were deleted and are not in the content now, the latest first; without those that went with a page above them. */
  async listDeleted(context: ContentContext, request: PageRequest): Promise<HistoryPart<DeletedPage>> {
    const { organizationId, snapshot } = context;
    const part = await this.read(context, request, (revision, before) =>
      this.deletedBy(organizationId, revision, before),
    );
    const ids = part.items.map(({ page }) => page.id);
    const there = await this.content.locatePages(organizationId, snapshot, ids);
    // A page that was deleted twice is listed as it was before the last time.
    const seen = new Set<string>(there.keys());
    const items = part.items.filter(({ page }) => !seen.has(page.id) && seen.add(page.id));
    return { ...part, items };
  }

  private async deletedBy(
    organizationId: string,
    revision: Revision,
    before: Revision,
  ): Promise<DeletedPage[]> {
    if (revision.snapshot === before.snapshot) return [];
    const { pages } = await this.content.diff(organizationId, before.snapshot, revision.snapshot);
    const deleted = new Map(
      pages.flatMap((change) => (change.type === 'page_deleted' ? [[change.page.id, change.page]] : [])),
    );
    const tops = [...deleted.values()].filter(({ parent }) => parent === null || !deleted.has(parent));
    const topOf = (page: LocatedPage): string => {
      const above = page.parent === null ? undefined : deleted.get(page.parent);
      return above ? topOf(above) : page.id;
    };
    const counts = new Map<string, number>();
    for (const page of deleted.values()) counts.set(topOf(page), (counts.get(topOf(page)) ?? -1) + 1);
    return tops.map((page) => ({
      page,
      subpages: counts.get(page.id) ?? 0,
      revision,
      lastRevision: before.id,
    }));
  }

  /** Compares revisions with those before them, newest first, until something is found or there were enough of them. */
  private async read<T>(
    { organizationId, spaceId, changeRequestId }: ContentContext,
    request: PageRequest,
    compare: (revision: Revision, before: Revision) => Promise<T[]>,
  ): Promise<HistoryPart<T>> {
    const limit = Math.max(1, limitOf({ limit: request.limit ?? DEFAULT_LIMIT }));
    const items: T[] = [];
    let next = request.page === undefined ? undefined : { page: request.page };
    for (let compared = 0; compared < MAX_COMPARED && items.length === 0; compared += limit) {
      const part = await this.revisions.listRevisions(
        organizationId,
        { spaceId, changeRequestId: changeRequestId ?? null },
        { limit, ...(next ? { page: next.page } : {}) },
      );
      const known = new Map(part.items.map((revision) => [revision.id, revision]));
      for (let start = 0; start < part.items.length; start += AT_ONCE) {
        const found = await Promise.all(
          part.items.slice(start, start + AT_ONCE).map(async (revision) => {
            const [parent] = revision.parents;
            // The first revision of a space is empty.
            if (parent === undefined) return [];
            const before = known.get(parent) ?? (await this.reads.before(organizationId, revision));
            return compare(revision, before);
          }),
        );
        items.push(...found.flat());
      }
      next = part.next;
      if (!next) break;
    }
    return { items, ...(next ? { next } : {}) };
  }

  private async stateOf(organizationId: string, snapshot: string, pageId: string): Promise<string> {
    const key = `${organizationId} ${snapshot} ${pageId}`;
    const known = this.states.get(key);
    if (known !== undefined) return known;
    const found = await this.content.locatePage(organizationId, snapshot, pageId);
    const state = found ? digestOf(found.page) : '';
    this.states.set(key, state);
    return state;
  }
}

/** Of the page itself and its parent; other pages above and below are no part of it. */
function digestOf({ hash: _hash, path: _path, git: _git, ...page }: LocatedPage): string {
  return createHash('sha256').update(JSON.stringify(page)).digest('base64url');
}
