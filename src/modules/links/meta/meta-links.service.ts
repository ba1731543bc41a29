import { Injectable } from '@nestjs/common';
import type { LocatedPage } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { type ContentContext, VisibleContent } from '#modules/space-content/index.js';
import { NotFound } from '#platform/http/errors.js';

/** Pages around a page, and addresses that its front matter names. */
export interface MetaLinks {
  previous?: ContentRef;
  next?: ContentRef;
  parent?: ContentRef;
  canonical?: ContentRef;
  alternates?: ContentRef[];
}

/** Links from a page to its neighbours. It reads the siblings on the way, not the whole tree. */
@Injectable()
export class FindMetaLinks {
  constructor(private readonly content: VisibleContent) {}

  /** @throws NotFound */
  async read(context: ContentContext, pageId: string): Promise<MetaLinks> {
    const line = await this.content.lineTo(context, pageId);
    const page = line.at(-1);
    if (!page) throw new NotFound('page');
    const walk = new Walk(this.content, context);
    const parent = line.at(-2);
    return {
      ...named('previous', await walk.before(line)),
      ...named('next', await walk.after(line)),
      ...named('parent', parent),
      ...(await this.written(context, page)),
    };
  }

  /** `metaLinks` of the front matter: `canonical`, and `alternates`. */
  private async written(
    context: ContentContext,
    page: LocatedPage,
  ): Promise<Pick<MetaLinks, 'canonical' | 'alternates'>> {
    const given = membersOf(membersOf(page.frontMatter)['metaLinks']);
    const read = (value: unknown) => this.reference(context, page, value);
    const canonical = await read(given['canonical']);
    const values = Array.isArray(given['alternates']) ? (given['alternates'] as unknown[]) : [];
    const alternates: ContentRef[] = [];
    for (const value of values) {
      const reference = await read(value);
      if (reference) alternates.push(reference);
    }
    return { ...(canonical ? { canonical } : {}), ...(alternates.length > 0 ? { alternates } : {}) };
  }

  /** A web address, or the path of a page of the space, as files of the Git format write it. */
  private async reference(
    context: ContentContext,
    from: LocatedPage,
    value: unknown,
  ): Promise<ContentRef | null> {
    if (typeof value !== 'string' || value === '') return null;
    if (/^https?:\/\//i.test(value)) return { kind: 'url', url: value };
    const base = from.path.split('/').slice(0, -1).map(encodeURIComponent).join('/');
    const path = pathOf(value, `http://space/${base === '' ? '' : `${base}/`}`);
    const found = path === '' ? null : await this.content.page(context, { path });
    return found && { kind: 'page', page: found.id };
  }
}

const MAX_PATH_LENGTH = 2048;

/** The path of a relative address, without a file extension; empty for other addresses. */
function pathOf(address: string, base: string): string {
  if (address.length > MAX_PATH_LENGTH) return '';
  try {
    const path = decodeURIComponent(new URL(address, base).pathname).replace(/^\/+|\/+$/g, '');
    return path.includes('\0') ? '' : path.replace(/(\/|^)(README|index)\.md$|\.md$/i, '');
  } catch {
    return '';
  }
}

/** Steps through the documents of a snapshot in reading order, hidden ones left out. */
class Walk {
  constructor(
    private readonly content: VisibleContent,
    private readonly context: ContentContext,
  ) {}

  /** @param line the page with its ancestors, from the root down. */
  async after(line: readonly LocatedPage[]): Promise<LocatedPage | undefined> {
    const below = await this.first(await this.children(line.at(-1)));
    if (below) return below;
    for (let depth = line.length - 1; depth >= 0; depth--) {
      const siblings = await this.children(line[depth - 1]);
      const at = siblings.findIndex((sibling) => sibling.id === line[depth]?.id);
      const found = await this.first(siblings.slice(at + 1));
      if (found) return found;
    }
    return undefined;
  }

  async before(line: readonly LocatedPage[]): Promise<LocatedPage | undefined> {
    for (let depth = line.length - 1; depth >= 0; depth--) {
      const siblings = await this.children(line[depth - 1]);
      const at = siblings.findIndex((sibling) => sibling.id === line[depth]?.id);
      const found = await this.last(siblings.slice(0, at));
      if (found) return found;
      const parent = line[depth - 1];
      if (parent && isReadable(parent)) return parent;
    }
    return undefined;
  }

  private async first(pages: readonly LocatedPage[]): Promise<LocatedPage | undefined> {
    for (const page of pages) {
      if (page.hidden) continue;
      const found = isReadable(page) ? page : await this.first(await this.children(page));
      if (found) return found;
    }
    return undefined;
  }

  private async last(pages: readonly LocatedPage[]): Promise<LocatedPage | undefined> {
    for (const page of pages.toReversed()) {
      if (page.hidden) continue;
      const found = (await this.last(await this.children(page))) ?? (isReadable(page) ? page : undefined);
      if (found) return found;
    }
    return undefined;
  }

  private children(page: LocatedPage | undefined): Promise<LocatedPage[]> {
    return this.content.children(this.context, page);
  }
}

const isReadable = (page: LocatedPage): boolean =>
  !page.hidden && (page.type === 'document' || page.type === 'computed');

function named(name: 'previous' | 'next' | 'parent', page: LocatedPage | undefined): MetaLinks {
  return page ? { [name]: { kind: 'page', page: page.id } } : {};
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
