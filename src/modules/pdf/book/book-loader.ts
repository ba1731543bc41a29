import { Injectable } from '@nestjs/common';
import { ContentStore, type PageNode } from '#modules/content/index.js';
import {
  type ContentRef,
  documentReferences,
  type JSONDocument,
  withAnchors,
} from '#modules/documents/index.js';
import { OpenApiBlocks, type ReferencePlace } from '#modules/openapi/index.js';
import { asRecord, asRef, asTexts, formatDate } from '#modules/rendering/index.js';
import { IntegrationBlocks } from '#modules/publishing/index.js';
import { ContentUrls, ResolvedDocuments } from '#modules/space-content/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { SignedUrls } from '#modules/storage/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { Urls } from '#platform/http/urls.js';
import type { PdfRecipe } from '../pdf-export.entity.js';
import type { Book, BookPage } from '../typesetting/typesetting.types.js';
import { readBookTree } from './book-tree.js';
import { LoadedReferences } from './book-references.js';
import { selectPages } from './select-pages.js';

/** Other spaces whose pages a book may name; each costs its tree. */
const MAX_OTHER_SPACES = 20;
const READ_AT_ONCE = 100;

/** Loads what a PDF says: its pages in order, their documents resolved, and what those refer to. */
@Injectable()
export class BookLoader {
  constructor(
    private readonly content: ContentStore,
    private readonly documents: ResolvedDocuments,
    private readonly spaces: Spaces,
    private readonly users: Users,
    private readonly signedUrls: SignedUrls,
    private readonly urls: ContentUrls,
    private readonly installation: Urls,
    private readonly clock: Clock,
    private readonly reference: OpenApiBlocks,
    private readonly blocks: IntegrationBlocks,
  ) {}

  /** Null when the space or the page is gone. */
  async load(
    organizationId: string,
    spaceId: string,
    recipe: PdfRecipe,
  ): Promise<{ book: Book; references: LoadedReferences } | null> {
    const found = (await this.spaces.findRecords(organizationId, [spaceId])).get(spaceId);
    if (!found) return null;
    const space = this.withAddress(found);
    const tree = await readBookTree(this.content, organizationId, recipe);
    const selection = selectPages(tree, recipe);
    if (!selection) return null;
    const pages = await this.readPages(space, recipe, selection.pages);
    const references = await this.references(space, recipe, tree, pages);
    return { book: this.bookOf(space, recipe, selection.root, pages), references };
  }

  private bookOf(space: SpaceRecord, recipe: PdfRecipe, root: PageNode | null, pages: BookPage[]): Book {
    const language = space.language ?? undefined;
    const made = formatDate(this.clock.now(), 'full', language);
    return {
      title: root?.title ?? space.title,
      emoji: (root ? root.emoji : space.emoji) || undefined,
      description: root?.description,
      about: [
        ...(root ? [space.title] : []),
        `${made} · ${recipe.snapshot.slice(0, 10)}`,
        ...(space.publishedUrl ? [space.publishedUrl] : []),
      ],
      language,
      pages,
      isSinglePage: root !== null && pages.length === 1,
    };
  }

  private async readPages(
    space: SpaceRecord,
    { snapshot, claims }: PdfRecipe,
    selected: { page: PageNode; level: number }[],
  ): Promise<BookPage[]> {
    const { organizationId, id: spaceId } = space;
    const referencePlace: ReferencePlace = {
      organizationId,
      file: async ({ file, space: other }) =>
        other === undefined || other === spaceId
          ? this.content.findFile(organizationId, snapshot, file)
          : null,
    };
    const pages: BookPage[] = [];
    const eventLoop = new EventLoopYield();
    for (let from = 0; from < selected.length; from += READ_AT_ONCE) {
      const part = selected.slice(from, from + READ_AT_ONCE);
      const hashes = part.flatMap(({ page }) => page.document ?? []);
      const stored = await this.content.readDocuments(organizationId, hashes);
      for (const { page, level } of part) {
        const found = page.document === null ? undefined : stored.get(page.document);
        // A file goes from hand to hand: nothing is known of who reads it, and other spaces are not theirs to see.
        const place = {
          organizationId,
          spaceId,
          snapshot,
          pageVariables: page.variables,
          ...(claims ? { claims } : {}),
          otherSpace: async () => null,
        };
        const how = { evaluated: true, dereferenced: true };
        const resolved = found && (await this.documents.resolve(place, found, how));
        const language = space.language ?? undefined;
        const filled = resolved && (await this.reference.expand(referencePlace, resolved, language));
        const drawn = filled && (await this.blocks.expand({ organizationId, spaceId }, filled.document));
        pages.push(bookPage(page, level, drawn ? withAnchors(drawn.document) : null));
        await eventLoop.yieldIfDue();
      }
    }
    return pages;
  }

  private async references(
    space: SpaceRecord,
    { snapshot, changeRequestId }: PdfRecipe,
    tree: PageNode[],
    pages: BookPage[],
  ): Promise<LoadedReferences> {
    const { organizationId, id: spaceId } = space;
    const refs: ContentRef[] = [];
    const userIds = new Set<string>();
    const eventLoop = new EventLoopYield();
    for (const { document } of pages) {
      if (!document) continue;
      for (const { ref } of documentReferences(document)) {
        refs.push(ref);
        if (ref.kind === 'user') userIds.add(ref.user);
      }
      for (const id of usersOfTables(document)) userIds.add(id);
      await eventLoop.yieldIfDue();
    }
    const users = await this.users.findUsersByIds([...userIds]);
    const { tags } = await this.content.readSettings(organizationId, snapshot);
    return new LoadedReferences({
      space,
      tree,
      files: await this.content.listFiles(organizationId, snapshot),
      userNames: new Map([...users].map(([id, user]) => [id, user.displayName])),
      tags: new Map(tags.map(({ slug, label }) => [slug, label])),
      otherSpaces: await this.otherSpaces(space, refs),
      fileUrl: (file) => this.signedUrls.sign({ organizationId, ...file }),
      pageUrl: (pageId) => this.urls.page({ spaceId, changeRequestId }, pageId),
      fileAt: (url) => {
        const file = this.signedUrls.identify(url);
        return file?.organizationId === organizationId ? file : null;
      },
    });
  }

  /** Spaces that everybody can read anyway; of others not even the title is told. */
  private async otherSpaces(
    { organizationId, id }: SpaceRecord,
    refs: ContentRef[],
  ): Promise<Map<string, { space: SpaceRecord; tree: PageNode[] }>> {
    const ids = new Set(
      refs.flatMap((ref) => ('space' in ref && ref.space !== undefined ? [ref.space] : [])),
    );
    ids.delete(id);
    const found = await this.spaces.findRecords(organizationId, [...ids].slice(0, MAX_OTHER_SPACES));
    const others = new Map<string, { space: SpaceRecord; tree: PageNode[] }>();
    for (const space of found.values()) {
      if (space.deletedAt || !space.publishedUrl || space.publishedVisibility !== 'public') continue;
      others.set(space.id, {
        space: this.withAddress(space),
        tree: await this.content.readTree(organizationId, space.snapshot),
      });
    }
    return others;
  }

  /** Published addresses are stored without the host that readers may reach them under. */
  private withAddress(space: SpaceRecord): SpaceRecord {
    const { publishedUrl } = space;
    return publishedUrl?.startsWith('/')
      ? { ...space, publishedUrl: this.installation.base + publishedUrl }
      : space;
  }
}

function bookPage(page: PageNode, level: number, document: JSONDocument | null): BookPage {
  const { id, title, emoji, icon, description, target } = page;
  const cover = asRef(asRecord(page.cover).ref);
  return {
    id,
    type: page.type === 'group' || page.type === 'link' ? page.type : 'document',
    level,
    title,
    emoji,
    icon,
    description,
    target,
    document,
    ...(cover ? { cover: { ref: cover } } : {}),
  };
}

/** People in columns of tables; they are no references. */
function usersOfTables(document: JSONDocument): string[] {
  const found: string[] = [];
  const pending: unknown[] = [...document.nodes];
  for (let node = asRecord(pending.pop()); node.object !== undefined; node = asRecord(pending.pop())) {
    for (const name of ['nodes', 'fragments'])
      if (Array.isArray(node[name])) pending.push(...(node[name] as unknown[]));
    const data = asRecord(node.data);
    if (node.type !== 'table') continue;
    const columns = Object.values(asRecord(data.definition))
      .map(asRecord)
      .filter(({ type }) => type === 'users');
    for (const record of Object.values(asRecord(data.records)))
      for (const { id } of columns) found.push(...asTexts(asRecord(asRecord(record).values)[String(id)]));
  }
  return found;
}
