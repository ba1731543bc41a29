import type { PageNode } from '#modules/content/index.js';

/** A page as the navigation of a published space knows it. */
export interface NavigationPage {
  page: PageNode;
  /** Where it opens: its own path, the space's root for the first document, the first document for a group, null for a group without one. */
  href: string | null;
  parent: NavigationPage | null;
  children: NavigationPage[];
  /** Shown in the tree, and so are all its ancestors. */
  isListed: boolean;
}

/** The pages of one revision of a space with the addresses they have below `basePath`. */
export class SpaceNavigation {
  readonly roots: NavigationPage[];
  /** Documents a reader pages through, in order. */
  readonly sequence: NavigationPage[] = [];
  /** What the space's root shows. */
  readonly home: NavigationPage | undefined;
  private readonly byId = new Map<string, NavigationPage>();
  private readonly byPath = new Map<string, NavigationPage>();

  /** @param basePath path of the space on its site, with a trailing slash. */
  constructor(
    tree: PageNode[],
    private readonly basePath: string,
  ) {
    this.roots = tree.map((page) => this.add(page, null));
    const documents = [...this.byId.values()].filter(({ page }) => isDocument(page));
    this.home = documents.find(({ isListed }) => isListed) ?? documents[0];
    for (const entry of this.byId.values()) entry.href = this.hrefOf(entry);
    this.sequence.push(...documents.filter(({ isListed }) => isListed));
  }

  /** Number of all pages. */
  get size(): number {
    return this.byId.size;
  }

  find(pageId: string): NavigationPage | undefined {
    return this.byId.get(pageId);
  }

  /** The page at a path below the space's root, whatever its case; '' is the root. */
  at(path: string): NavigationPage | undefined {
    return path === '' ? this.home : this.byPath.get(path.toLowerCase());
  }

  /** The page that is the same one in another version or language: a copy keeps ids, what was written apart may share paths. */
  sameAs({ page }: NavigationPage): NavigationPage | undefined {
    return this.find(page.id) ?? this.at(page.path);
  }

  private add(page: PageNode, parent: NavigationPage | null): NavigationPage {
    const isListed = !page.hidden && (parent?.isListed ?? true);
    const entry: NavigationPage = { page, href: null, parent, children: [], isListed };
    this.byId.set(page.id, entry);
    this.byPath.set(page.path.toLowerCase(), entry);
    entry.children = page.pages.map((child) => this.add(child, entry));
    return entry;
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
