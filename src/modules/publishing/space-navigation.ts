import type { PageNode } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';

/** A page in the navigation of a published space. */
export interface NavigationPage {
  page: PageNode;
  /**
   * Address of the page: its own path, the space's root for the first document, the first document for a group, null
   * for a group without documents.
   */
  href: string | null;
  parent: NavigationPage | null;
  children: NavigationPage[];
  /** True if the tree shows the page and all its ancestors. */
  isListed: boolean;
}

/** The pages of one revision of a space with the addresses they have below `basePath`. */
export class SpaceNavigation {
  roots: NavigationPage[] = [];
  /** Documents in the order in which readers page through them. */
  readonly sequence: NavigationPage[] = [];
  /** Targets of pages that are links. */
  readonly linkTargets: ContentRef[] = [];
  /** The page at the space's root. */
  home: NavigationPage | undefined;
  private readonly byId = new Map<string, NavigationPage>();
  private readonly byPath = new Map<string, NavigationPage>();

  private constructor(private readonly basePath: string) {}

  /**
   * Builds the navigation; it yields, as there may be many pages.
   * @param basePath path of the space on its site, with a trailing slash.
   */
  static async of(tree: readonly PageNode[], basePath: string): Promise<SpaceNavigation> {
    const navigation = new SpaceNavigation(basePath);
    const eventLoop = new EventLoopYield();
    navigation.roots = await navigation.add(tree, null, eventLoop);
    const documents = [...navigation.byId.values()].filter(({ page }) => isDocument(page));
    navigation.home = documents.find(({ isListed }) => isListed) ?? documents[0];
    for (const entry of navigation.byId.values()) {
      await eventLoop.yieldIfDue();
      entry.href = navigation.hrefOf(entry);
    }
    navigation.sequence.push(...documents.filter(({ isListed }) => isListed));
    return navigation;
  }

  /** Number of all pages. */
  get size(): number {
    return this.byId.size;
  }

  find(pageId: string): NavigationPage | undefined {
    return this.byId.get(pageId);
  }

  /** The page at a path below the space's root, regardless of case; '' is the root. */
  at(path: string): NavigationPage | undefined {
    return path === '' ? this.home : this.byPath.get(path.toLowerCase());
  }

  /** The page that corresponds to one of another variant: a copy has the same id, a page written separately may have an equal path. */
  counterpartOf({ page }: NavigationPage): NavigationPage | undefined {
    return this.find(page.id) ?? this.at(page.path);
  }

  private async add(
    pages: readonly PageNode[],
    parent: NavigationPage | null,
    eventLoop: EventLoopYield,
  ): Promise<NavigationPage[]> {
    const entries: NavigationPage[] = [];
    for (const page of pages) {
      await eventLoop.yieldIfDue();
      const isListed = !page.hidden && (parent?.isListed ?? true);
      const entry: NavigationPage = { page, href: null, parent, children: [], isListed };
      this.byId.set(page.id, entry);
      this.byPath.set(page.path.toLowerCase(), entry);
      if (page.target) this.linkTargets.push(page.target);
      if (page.pages.length > 0) entry.children = await this.add(page.pages, entry, eventLoop);
      entries.push(entry);
    }
    return entries;
  }

  private hrefOf(entry: NavigationPage): string | null {
    if (entry === this.home) return this.basePath;
    if (isDocument(entry.page))
      return this.basePath + entry.page.path.split('/').map(encodeURIComponent).join('/');
    const first = firstDocument(entry);
    return first && first !== entry ? this.hrefOf(first) : null;
  }
}

function isDocument(page: PageNode): boolean {
  return page.type === 'document' || page.type === 'computed';
}

function firstDocument(entry: NavigationPage): NavigationPage | undefined {
  if (isDocument(entry.page)) return entry;
  for (const child of entry.children) {
    const found = firstDocument(child);
    if (found) return found;
  }
  return undefined;
}
