import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type PageNode, SourceDependencies } from '#modules/content/index.js';
import { InFlight } from '#platform/compute/in-flight.js';
import { tagOf } from '#platform/http/written-json.js';
import type { ContentContext } from '../content-context.js';
import { ContentUrls } from '../content-urls.js';
import type { ContentQuery } from './content-queries.dto.js';
import { DocumentIds } from './document-ids.js';
import { type PagePresentation, writeTree } from './page.presenter.js';
import { dependenciesOf } from './page-sources.js';
import { VisibleContent } from './visible-content.js';

/** Enough for the trees of about ten spaces of five thousand pages. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** A list of pages as JSON, with a name that identifies it. */
export interface WrittenTree {
  json: Buffer;
  tag: string;
}

/**
 * Page trees in the form of the API. A snapshot never changes, so they are kept by snapshot and by all other facts
 * that decide their content: place, options and the facts of a reader of a site.
 */
@Injectable()
export class WrittenTrees {
  private readonly kept = new LRUCache<string, WrittenTree>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ json }, key) => json.length + key.length + 200,
  });

  private readonly writing = new InFlight<WrittenTree>();

  constructor(
    private readonly visible: VisibleContent,
    private readonly dependencies: SourceDependencies,
    private readonly documentIds: DocumentIds,
    private readonly urls: ContentUrls,
  ) {}

  /** The whole tree that the actor of the context sees. */
  async read(context: ContentContext, query: ContentQuery): Promise<WrittenTree> {
    const { organizationId, spaceId, changeRequestId, snapshot, actor } = context;
    const place = [organizationId, spaceId, changeRequestId ?? '', snapshot];
    const reads = actor?.reader ? ['reader', actor.reader.key] : [actor ? 'member' : ''];
    const key = JSON.stringify([...place, ...reads, shownOf(context, query)]);
    const known = this.kept.get(key);
    if (known) return known;
    const pages = await this.visible.tree(context);
    const view = await this.view(context, query, pages);
    // The states of dependencies are current, and differ by member, so such a tree is not kept.
    if (view.states) return this.write(pages, view);
    return this.writing.get(key, async () => {
      const tree = await this.write(pages, view);
      this.kept.set(key, tree);
      return tree;
    });
  }

  /** Options for showing pages in answer to `query`. */
  async view(
    context: ContentContext,
    query: ContentQuery,
    pages: readonly PageNode[],
  ): Promise<PagePresentation> {
    const { actor, organizationId } = context;
    // Readers of a site do not see the states of dependencies.
    const refs = actor && !actor.reader ? dependenciesOf(pages) : [];
    return {
      context,
      urls: this.urls,
      documentIds: this.documentIds,
      ...shownOf(context, query),
      isForReader: actor?.reader !== undefined,
      ...(actor && refs.length > 0
        ? { states: await this.dependencies.find(actor, organizationId, refs) }
        : {}),
    };
  }

  private async write(pages: readonly PageNode[], view: PagePresentation): Promise<WrittenTree> {
    const json = Buffer.from(await writeTree(pages, view));
    return { json, tag: tagOf(json) };
  }
}

/** Options: to present Git metadata (never to readers of a site), and to present computed pages as their sources. */
export function shownOf(
  { actor }: ContentContext,
  { metadata, computed }: ContentQuery,
): { withGit: boolean; asSources: boolean } {
  return { withGit: metadata !== false && !actor?.reader, asSources: computed === false };
}
