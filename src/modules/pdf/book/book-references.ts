import type { FileRecord, PageNode } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { isRelative } from '#modules/rendering/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import type { BookFile, BookReferences, Target } from '../typesetting/typesetting.types.js';
import { anchorPlace, pagePlace } from '../typesetting/typesetting-state.js';

/** Facts that resolve the references of a book, loaded before. */
export interface ReferenceFacts {
  space: SpaceRecord;
  /** All pages of the space, also those that are not printed. */
  tree: PageNode[];
  files: FileRecord[];
  userNames: Map<string, string>;
  tags: Map<string, string>;
  /** Published spaces that the book refers to, with their pages. */
  otherSpaces: Map<string, { space: SpaceRecord; tree: PageNode[] }>;
  fileUrl(file: FileRecord): string;
  /** Address of a page that is on no site. */
  pageUrl(pageId: string): string;
  fileAt(url: string): { blob: string; contentType: string } | null;
}

/** Resolves what the documents of a space refer to, for a file that goes anywhere: only what is public by its address. */
export class LoadedReferences implements BookReferences {
  private readonly pages: PageIndex;
  private readonly files: Map<string, FileRecord>;
  private readonly others: Map<string, PageIndex>;

  constructor(private readonly facts: ReferenceFacts) {
    this.pages = new PageIndex(facts.tree, facts.space.publishedUrl);
    this.files = new Map(facts.files.map((file) => [file.id, file]));
    this.others = new Map(
      [...facts.otherSpaces].map(([id, { space, tree }]) => [id, new PageIndex(tree, space.publishedUrl)]),
    );
  }

  resolve(ref: ContentRef, page: string): Target | null {
    switch (ref.kind) {
      case 'url':
        return this.address(ref.url, page);
      case 'page':
        return this.page(ref.space, ref.page);
      case 'anchor': {
        const target = this.page(ref.page === undefined ? undefined : ref.space, ref.page ?? page);
        return target && withAnchor(target, ref.page ?? page, ref.anchor);
      }
      case 'file': {
        const file = this.files.get(ref.file);
        return file ? { places: [], href: this.facts.fileUrl(file), title: file.name, kind: 'file' } : null;
      }
      case 'space': {
        const other =
          ref.space === this.facts.space.id ? this.facts.space : this.facts.otherSpaces.get(ref.space)?.space;
        if (!other) return null;
        return {
          places: [],
          href: other.publishedUrl,
          title: other.title,
          kind: 'space',
          emoji: other.emoji,
        };
      }
      case 'tag':
        return { places: [], href: null, title: this.facts.tags.get(ref.tag) ?? ref.tag, kind: 'tag' };
      case 'user':
      case 'collection':
      case 'reusable-content':
      case 'openapi':
        return null;
    }
  }

  file(id: string): BookFile | null {
    const file = this.files.get(id);
    return file ? { ...file, url: this.facts.fileUrl(file) } : null;
  }

  fileAt(url: string): { blob: string; contentType: string } | null {
    return this.facts.fileAt(url);
  }

  userName(id: string): string | null {
    return this.facts.userNames.get(id) ?? null;
  }

  private page(spaceId: string | undefined, pageId: string): Target | null {
    if (spaceId !== undefined && spaceId !== this.facts.space.id)
      return this.others.get(spaceId)?.target(pageId) ?? null;
    const target = this.pages.target(pageId);
    return (
      target && { ...target, places: [pagePlace(pageId)], href: target.href ?? this.facts.pageUrl(pageId) }
    );
  }

  /** A relative address, or that of a published page of this space, may be a page of the book. */
  private address(url: string, from: string): Target | null {
    const found = isRelative(url) ? this.pages.relative(url, from) : this.pages.published(url);
    if (!found) return isRelative(url) ? null : { places: [], href: url, kind: 'url' };
    const target = this.page(undefined, found.page.id);
    return target && found.anchor !== '' ? withAnchor(target, found.page.id, found.anchor) : target;
  }
}

function withAnchor(target: Target, pageId: string, anchor: string): Target {
  const href = target.href === null ? null : `${target.href}#${encodeURI(anchor)}`;
  const places = target.places.length > 0 ? [anchorPlace(pageId, anchor), ...target.places] : [];
  return { ...target, href, places, kind: 'anchor' };
}

/** The pages of a space by id and by path, with their addresses for readers. */
class PageIndex {
  private readonly byId = new Map<string, PageNode>();
  private readonly byPath = new Map<string, PageNode>();

  constructor(
    tree: PageNode[],
    private readonly base: string | null,
  ) {
    const add = (page: PageNode): void => {
      this.byId.set(page.id, page);
      this.byPath.set(page.path.toLowerCase(), page);
      page.pages.forEach(add);
    };
    tree.forEach(add);
  }

  target(pageId: string): Target | null {
    const page = this.byId.get(pageId);
    if (!page) return null;
    const { title, emoji, icon, description } = page;
    return { places: [], href: this.hrefOf(page), title, emoji, icon, description, kind: 'page' };
  }

  relative(url: string, from: string): { page: PageNode; anchor: string } | null {
    const path = this.byId.get(from)?.path ?? '';
    return this.at(`http://space/${path}`, url, '/');
  }

  published(url: string): { page: PageNode; anchor: string } | null {
    if (this.base === null || !url.startsWith(this.base)) return null;
    return this.at(this.base, url, new URL(this.base).pathname);
  }

  private at(base: string, url: string, prefix: string): { page: PageNode; anchor: string } | null {
    try {
      const { pathname, hash } = new URL(url, base);
      const path = decodeURIComponent(pathname.slice(prefix.length)).replace(/^\/+|\/+$/g, '');
      const page = this.byPath.get(path.toLowerCase());
      return page ? { page, anchor: decodeURIComponent(hash.slice(1)) } : null;
    } catch {
      return null;
    }
  }

  private hrefOf(page: PageNode): string | null {
    if (page.target?.kind === 'url') return page.target.url;
    if (this.base === null) return null;
    return `${this.base.replace(/\/*$/, '/')}${page.path.split('/').map(encodeURIComponent).join('/')}`;
  }
}
