import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContentStore, type PageNode } from '#modules/content/index.js';
import type { SiteReader } from '#platform/http/actor.js';
import { visiblePages } from './visible-pages.js';

/**
 * The pages that a reader of a site may see in one snapshot, each with the pages below it that the reader may see
 * too.
 */
export class ReaderTree {
  private readonly byId = new Map<string, PageNode>();
  private readonly byPath = new Map<string, PageNode>();

  constructor(readonly roots: PageNode[]) {
    this.add(roots);
  }

  get pages(): Iterable<PageNode> {
    return this.byId.values();
  }

  find(key: { pageId: string } | { path: string }): PageNode | null {
    return ('path' in key ? this.byPath.get(key.path) : this.byId.get(key.pageId)) ?? null;
  }

  /** The pages from the root down to this one, which is last; empty when the reader may not see it. */
  lineTo(pageId: string): PageNode[] {
    const page = this.byId.get(pageId);
    if (!page) return [];
    return [...(page.parent === null ? [] : this.lineTo(page.parent)), page];
  }

  private add(pages: readonly PageNode[]): void {
    for (const page of pages) {
      this.byId.set(page.id, page);
      this.byPath.set(page.path, page);
      this.add(page.pages);
    }
  }
}

/**
 * Trees of readers. A snapshot never changes, so they are kept by snapshot and by the facts that decide what the
 * reader sees.
 */
@Injectable()
export class ReaderTrees {
  private readonly trees = new LRUCache<string, ReaderTree>({ max: 200 });

  constructor(private readonly content: ContentStore) {}

  async read(organizationId: string, snapshot: string, reader: SiteReader): Promise<ReaderTree> {
    const key = JSON.stringify([organizationId, snapshot, reader.key]);
    const known = this.trees.get(key);
    if (known) return known;
    const pages = await this.content.readTree(organizationId, snapshot);
    const { variables } = await this.content.readSettings(organizationId, snapshot);
    const tree = new ReaderTree(await visiblePages(pages, variables, reader.claims));
    this.trees.set(key, tree);
    return tree;
  }
}
