import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContentStore } from '../content-store.js';
import type { LocatedPage } from '../content.types.js';
import { ObjectCache } from '../objects/object-cache.js';
import type { PageBody } from '../objects/object.types.js';
import { pageOf } from '../tree/snapshot.js';
import { CurrentPagesRepository } from './current-pages.repository.js';

const MAX_PLACES = 20_000;

/**
 * Pages of spaces' current content, for the most frequent reads: one statement the first time, then from memory.
 * Entries are kept by snapshot, so they are never out of date.
 */
@Injectable()
export class CurrentPages {
  private readonly places = new LRUCache<string, LocatedPage>({
    // `max` would allocate the memory of all entries at the start.
    maxSize: MAX_PLACES,
    sizeCalculation: () => 1,
  });

  constructor(
    private readonly pages: CurrentPagesRepository,
    private readonly content: ContentStore,
    private readonly cache: ObjectCache,
  ) {}

  /**
   * The page, or null when it does not exist. Its document and subpages are then in memory, without another
   * statement.
   */
  async find(
    organizationId: string,
    spaceId: string,
    snapshot: string,
    key: { pageId: string } | { path: string },
  ): Promise<LocatedPage | null> {
    const place = [organizationId, snapshot, 'path' in key ? `/${key.path}` : key.pageId].join(':');
    const known = this.places.get(place);
    if (known) return known;
    const row = await this.pages.find(organizationId, spaceId, snapshot, key);
    const page =
      row === null ? await this.walk(organizationId, snapshot, key) : this.locate(organizationId, row);
    if (page) this.places.set(place, page);
    return page;
  }

  private locate(
    organizationId: string,
    row: NonNullable<Awaited<ReturnType<CurrentPagesRepository['find']>>>,
  ): LocatedPage | null {
    if (row.pageId === null) return null;
    let page: PageBody | undefined;
    for (const { hash, body } of row.objects) {
      const object = this.cache.get(organizationId, hash) ?? this.cache.add(organizationId, hash, body);
      if (hash === row.pageHash) page = object as PageBody;
    }
    if (!page)
      throw new Error(`The projection names the page ${row.pageId} with an object that is not stored.`);
    return { ...pageOf(page), hash: row.pageHash, path: row.path, parent: row.parentId };
  }

  /** The projection is behind, for instance right after a duplication. */
  private async walk(organizationId: string, snapshot: string, key: { pageId: string } | { path: string }) {
    const found =
      'path' in key
        ? await this.content.findPageByPath(organizationId, snapshot, key.path)
        : await this.content.locatePage(organizationId, snapshot, key.pageId);
    return found?.page ?? null;
  }
}
