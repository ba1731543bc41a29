import { Injectable } from '@nestjs/common';
import {
  ContentStore,
  CurrentPages,
  type FileRecord,
  FormerPaths,
  type LocatedPage,
  type PageNode,
  type ReusableContent,
} from '#modules/content/index.js';
import type { ContentContext } from '../content-context.js';
import { ReaderReferences } from '../readers/reader-references.js';
import { type ReaderTree, ReaderTrees } from '../readers/reader-trees.js';

/**
 * The part of a content that the actor of its context sees: all of it for members; for readers of a site, the part
 * that its conditions show them. Every answer that contains parts of content takes them from here.
 */
@Injectable()
export class VisibleContent {
  constructor(
    private readonly content: ContentStore,
    private readonly currentPages: CurrentPages,
    private readonly formerPaths: FormerPaths,
    private readonly trees: ReaderTrees,
    private readonly references: ReaderReferences,
  ) {}

  /** The page tree. */
  async tree(context: ContentContext): Promise<PageNode[]> {
    const tree = await this.treeOfReader(context);
    return tree ? tree.roots : this.content.readTree(context.organizationId, context.snapshot);
  }

  async page(
    context: ContentContext,
    key: { pageId: string } | { path: string },
  ): Promise<LocatedPage | null> {
    const { organizationId, spaceId, snapshot, isCurrent } = context;
    const tree = await this.treeOfReader(context);
    if (tree) return tree.find(key);
    if (isCurrent) return this.currentPages.find(organizationId, spaceId, snapshot, key);
    const found =
      'path' in key
        ? await this.content.findPageByPath(organizationId, snapshot, key.path)
        : await this.content.locatePage(organizationId, snapshot, key.pageId);
    return found?.page ?? null;
  }

  /**
   * The page by a former path, or by a path from which an import redirects to it; only in current content, which
   * alone must be found at published addresses.
   */
  async movedPage(context: ContentContext, path: string): Promise<LocatedPage | null> {
    const { organizationId, spaceId, snapshot, isCurrent } = context;
    if (!isCurrent) return null;
    const { redirects } = await this.content.readSettings(organizationId, snapshot);
    const named = redirects.find(({ from }) => from.replace(/^\/+|\/+$/g, '') === path)?.target;
    if (named?.kind === 'page') return this.page(context, { pageId: named.page });
    const page = await this.formerPaths.find(organizationId, spaceId, snapshot, path);
    return page && this.page(context, { pageId: page.id });
  }

  /** The page with its ancestors, from the root down, the page last; empty when the page does not exist. */
  async lineTo(context: ContentContext, pageId: string): Promise<LocatedPage[]> {
    const tree = await this.treeOfReader(context);
    if (tree) return tree.lineTo(pageId);
    const found = await this.content.locatePage(context.organizationId, context.snapshot, pageId);
    return found ? [...found.ancestors, found.page] : [];
  }

  /** The pages directly below one, or at the top. */
  async children(context: ContentContext, page: LocatedPage | undefined): Promise<PageNode[]> {
    const tree = await this.treeOfReader(context);
    if (tree) return page ? (tree.find({ pageId: page.id })?.pages ?? []) : tree.roots;
    const options = page ? { page: page.id, depth: 1 } : { depth: 1 };
    return this.content.readTree(context.organizationId, context.snapshot, options);
  }

  /** All pages below a page that was found here. */
  async subpages(context: ContentContext, page: LocatedPage): Promise<PageNode[]> {
    const tree = await this.treeOfReader(context);
    if (tree) return tree.find({ pageId: page.id })?.pages ?? [];
    const hasSubpages = page.type === 'document' || page.type === 'group';
    return hasSubpages ? this.content.readSubpages(context.organizationId, page) : [];
  }

  /** The files, oldest first, because later ids sort later. */
  async files(context: ContentContext): Promise<FileRecord[]> {
    const files = await this.content.listFiles(context.organizationId, context.snapshot);
    const shown = await this.shownOf(context, 'file', files);
    return shown.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  async file(context: ContentContext, id: string): Promise<FileRecord | null> {
    const file = await this.content.findFile(context.organizationId, context.snapshot, id);
    return file && (await this.isShown(context, 'file', id)) ? file : null;
  }

  async reusableContents(context: ContentContext): Promise<ReusableContent[]> {
    const all = await this.content.listReusableContents(context.organizationId, context.snapshot);
    return this.shownOf(context, 'reusable-content', all);
  }

  async reusableContent(context: ContentContext, id: string): Promise<ReusableContent | null> {
    const found = await this.content.findReusableContent(context.organizationId, context.snapshot, id);
    return found && (await this.isShown(context, 'reusable-content', id)) ? found : null;
  }

  private async treeOfReader({
    organizationId,
    snapshot,
    actor,
  }: ContentContext): Promise<ReaderTree | null> {
    return actor?.reader ? this.trees.read(organizationId, snapshot, actor.reader) : null;
  }

  private async shownOf<T extends { id: string }>(
    context: ContentContext,
    kind: 'file' | 'reusable-content',
    things: T[],
  ): Promise<T[]> {
    const reader = context.actor?.reader;
    if (!reader) return things;
    const shown: T[] = [];
    for (const thing of things)
      if (await this.references.shows(context, reader, kind, thing.id)) shown.push(thing);
    return shown;
  }

  private async isShown(
    context: ContentContext,
    kind: 'file' | 'reusable-content',
    id: string,
  ): Promise<boolean> {
    const reader = context.actor?.reader;
    if (!reader || (await this.references.shows(context, reader, kind, id))) return true;
    return this.references.areShownAnywhere(reader, kind, id, context.spaceId);
  }
}
