import { Injectable } from '@nestjs/common';
import type { FileRecord, LocatedPage } from '#modules/content/index.js';
import {
  type ContentRef,
  documentReferences,
  type JSONDocument,
  type PageCover,
  type PageMeta,
  type SerializeContext,
  serializeMarkdownAsync,
  serializePageAsync,
} from '#modules/documents/index.js';
import { SignedUrls } from '#modules/storage/index.js';
import { OverBudget } from '#platform/compute/over-budget.js';
import { BadRequest } from '#platform/http/errors.js';
import type { ContentContext } from '../content-context.js';
import { relativeAddress } from './page-links.js';
import { stableAddress } from './stable-address.js';
import { VisibleContent } from './visible-content.js';

interface Targets {
  pages: Map<string, LocatedPage>;
  files: Map<string, FileRecord>;
}

/**
 * The text of pages as the API answers it. In Markdown, links to pages of the space are relative file paths
 * (`../guides/setup.md#anchor`), files are their download addresses, and everything else keeps the stable form of the
 * documents module. All of them are understood again in a request.
 */
@Injectable()
export class PageText {
  constructor(
    private readonly visible: VisibleContent,
    private readonly signedUrls: SignedUrls,
  ) {}

  /**
   * The page as a Markdown file, front matter and title included.
   * @throws BadRequest when writing it takes too much time or memory; Busy.
   * @param style with `stable`, links hold ids instead of paths and addresses.
   */
  async markdown(
    context: ContentContext,
    page: LocatedPage,
    body: JSONDocument,
    style: 'relative' | 'stable' = 'relative',
  ): Promise<string> {
    // Only writers see the settings of a page.
    const { title, description } = page;
    const meta = context.actor?.reader ? { title, ...(description ? { description } : {}) } : metaOf(page);
    if (style === 'stable') return write(() => serializePageAsync(meta, body, { formatRef: stableAddress }));
    const refs = [...documentReferences(body).map((reference) => reference.ref), ...coverRefs(meta.cover)];
    const targets = await this.loadTargets(context, refs);
    const formatRef = (ref: ContentRef) => this.formatRef(context, page, targets, ref);
    return write(() => serializePageAsync(meta, body, { formatRef }));
  }

  /**
   * A document as Markdown for somebody who edits it as text (of a page, or null for a reusable content): files are `/files/<id>`, which does not expire.
   * @throws BadRequest when writing it takes too much time or memory; Busy.
   */
  async editable(context: ContentContext, page: LocatedPage | null, body: JSONDocument): Promise<string> {
    const refs = documentReferences(body).map((reference) => reference.ref);
    const targets = await this.loadTargets(context, refs);
    const formatRef: SerializeContext['formatRef'] = (ref) =>
      ref.kind === 'file' ? stableAddress(ref) : this.formatRef(context, page, targets, ref);
    return write(() => serializeMarkdownAsync(body, { formatRef }));
  }

  private async loadTargets(context: ContentContext, refs: readonly ContentRef[]): Promise<Targets> {
    const targets: Targets = { pages: new Map(), files: new Map() };
    const local = refs.filter((ref) => isLocal(ref, context));
    for (const id of new Set(
      local.flatMap((ref) => ('page' in ref && ref.page !== undefined ? [ref.page] : [])),
    )) {
      const page = await this.visible.page(context, { pageId: id });
      if (page) targets.pages.set(id, page);
    }
    for (const id of new Set(local.flatMap((ref) => (ref.kind === 'file' ? [ref.file] : [])))) {
      const file = await this.visible.file(context, id);
      if (file) targets.files.set(id, file);
    }
    return targets;
  }

  private formatRef(
    context: ContentContext,
    from: Pick<LocatedPage, 'path'> | null,
    targets: Targets,
    ref: ContentRef,
  ): string | undefined {
    if (!isLocal(ref, context)) return undefined;
    if (ref.kind === 'anchor' && ref.page === undefined) return `#${encodeURI(ref.anchor)}`;
    if (ref.kind === 'page' || ref.kind === 'anchor') {
      const page = targets.pages.get(ref.page ?? '');
      return (
        page && relativeAddress(from?.path ?? '', page.path, ref.kind === 'anchor' ? ref.anchor : undefined)
      );
    }
    const file = ref.kind === 'file' ? targets.files.get(ref.file) : undefined;
    return file && this.signedUrls.sign({ organizationId: context.organizationId, ...file });
  }
}

async function write(run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    throw new BadRequest(
      'format: the page takes too much time or memory to be written as Markdown; ask for "document".',
    );
  }
}

/** True if the reference stays in the space in which it is written. */
export function isLocal(ref: ContentRef, { spaceId }: { spaceId: string }): boolean {
  const space = 'space' in ref ? ref.space : undefined;
  return ref.kind !== 'space' && (space === undefined || space === spaceId);
}

function coverRefs(cover: PageCover | undefined): ContentRef[] {
  return cover ? [cover.ref, ...(cover.refDark ? [cover.refDark] : [])] : [];
}

/** The fields of the page that the front matter of its Markdown file holds. */
export function metaOf(page: LocatedPage): PageMeta {
  const { title, description, icon, emoji, hidden, noIndex, noRobotsIndex } = page;
  const given = {
    title,
    titleMarkdown: page.titleMarkdown,
    description,
    icon,
    emoji,
    hidden,
    noIndex,
    noRobotsIndex,
    layout: page.layout as PageMeta['layout'],
    cover: page.cover as PageCover | undefined,
    variables: page.variables as PageMeta['variables'],
    frontMatter: page.frontMatter as PageMeta['frontMatter'],
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
