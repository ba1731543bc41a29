import type { PageTreeNode } from '../pages/page-view.js';
import { type RenderContext, safeLink } from '#modules/rendering/index.js';
import type { NavigationPage } from '../space-navigation.js';

interface TreeOptions {
  context: RenderContext;
  /** The page being read and its ancestors. */
  path: ReadonlySet<NavigationPage>;
  current?: NavigationPage;
  /**
   * Leaves out the children of pages that are not on the path to the current page. All pages of a navigation have the
   * same value.
   */
  isFolded: boolean;
}

/**
 * Most of the tree is the same on each page of a space, so branches without the current page are made once for each
 * navigation.
 */
const shared = new WeakMap<NavigationPage, PageTreeNode>();

/** The page tree beside a page. */
export function treeView(entries: NavigationPage[], options: TreeOptions): PageTreeNode[] {
  return entries.filter((entry) => entry.isListed).map((entry) => treeNode(entry, options));
}

function treeNode(entry: NavigationPage, options: TreeOptions): PageTreeNode {
  const known = options.path.has(entry) ? undefined : shared.get(entry);
  if (known) return known;
  const node = makeNode(entry, options);
  if (node.isShared) shared.set(entry, node);
  return node;
}

function makeNode(entry: NavigationPage, options: TreeOptions): PageTreeNode {
  const { page } = entry;
  const type = page.type === 'group' || page.type === 'link' ? page.type : 'document';
  const target = type === 'link' && page.target ? options.context.resolveRef(page.target)?.href : undefined;
  const href = type === 'link' ? target !== undefined && safeLink(target) : entry.href;
  const isOnPath = options.path.has(entry);
  const isLeftOut = options.isFolded && type === 'document' && !isOnPath;
  const children = isLeftOut ? [] : treeView(entry.children, options);
  return {
    id: page.id,
    title: page.linkTitle ?? page.title,
    type,
    emoji: page.emoji,
    icon: page.icon,
    ...(type !== 'group' && href ? { href } : {}),
    current: entry === options.current,
    open: isOnPath && entry !== options.current,
    children,
    // Links may have other targets on other pages.
    isShared: type === 'document' && !isOnPath && children.every((child) => child.isShared),
  };
}
