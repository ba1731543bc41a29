import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isDeepStrictEqual } from 'node:util';
import { BlockTypes, type PageNode } from '#modules/content/index.js';
import { type IntegrationBlockData, integrationBlocksOf } from '#modules/rendering/index.js';
import {
  type ContentContext,
  ContentContexts,
  ContentReads,
  VisibleContent,
} from '#modules/space-content/index.js';
import type { Actor, SiteReader } from '#platform/http/actor.js';

/** Snapshots never change, so what a reader is shown of one is kept. */
const MAX_KEPT = 200;

/**
 * The blocks of integrations on pages that readers of a site may see. Readers may have these drawn and no others: a component with
 * properties of somebody's own could show whatever the integration can read.
 */
@Injectable()
export class ShownBlocks {
  /** By snapshot and reader. */
  private readonly kept = new LRUCache<string, IntegrationBlockData[]>({ max: MAX_KEPT });

  constructor(
    private readonly contexts: ContentContexts,
    private readonly visible: VisibleContent,
    private readonly reads: ContentReads,
    private readonly blocks: BlockTypes,
  ) {}

  /** @param actor a reader of a site. @param spaceId the space that the page is in, which may include contents of others. */
  async areShown(actor: Actor, spaceId: string, wanted: IntegrationBlockData): Promise<boolean> {
    const { reader } = actor;
    if (!reader?.spaces.has(spaceId)) return false;
    for (const id of [spaceId, ...reader.spaces.keys()]) {
      for (const context of await this.contentsOf(actor, reader, id)) {
        const shown = await this.of(context, reader);
        if (shown.some((block) => isDeepStrictEqual(block, wanted))) return true;
      }
    }
    return false;
  }

  /** The space's current content, and the preview that this reader may see. */
  private async contentsOf(
    actor: Actor,
    { preview }: SiteReader,
    spaceId: string,
  ): Promise<ContentContext[]> {
    const current = await this.contexts.current(actor, spaceId);
    const revision = preview?.spaceId === spaceId ? preview.revisionId : undefined;
    return revision === undefined
      ? [current]
      : [current, await this.contexts.atRevision(actor, spaceId, revision)];
  }

  private async of(context: ContentContext, reader: SiteReader): Promise<IntegrationBlockData[]> {
    const key = JSON.stringify([context.organizationId, context.spaceId, context.snapshot, reader.key]);
    const known = this.kept.get(key);
    if (known) return known;
    const found = await this.collect(context);
    this.kept.set(key, found);
    return found;
  }

  private async collect(context: ContentContext): Promise<IntegrationBlockData[]> {
    const pages = (await this.visible.tree(context)).flatMap(withSubpages);
    const contents = await this.visible.reusableContents(context);
    const hashes = [...pages, ...contents].flatMap(({ document }) => document ?? []);
    const holding = await this.blocks.documentsWith(context.organizationId, hashes, 'integration');
    const isHolding = ({ document }: { document: string | null }) =>
      document !== null && holding.has(document);
    const found: IntegrationBlockData[] = [];
    for (const { id } of pages.filter(isHolding))
      found.push(...integrationBlocksOf(await this.reads.pageDocument(context, id, {})));
    for (const { id } of contents.filter(isHolding))
      found.push(...integrationBlocksOf(await this.reads.reusableContentDocument(context, id, {})));
    return found;
  }
}

function withSubpages(page: PageNode): PageNode[] {
  return [page, ...page.pages.flatMap(withSubpages)];
}
