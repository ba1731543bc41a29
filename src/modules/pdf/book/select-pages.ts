import type { PageNode } from '#modules/content/index.js';
import type { PdfRecipe } from '../pdf-export.entity.js';

/** Deeper levels are numbered like this one: outlines have no more. */
const MAX_LEVEL = 4;

export interface BookSelection {
  /** The page that was asked for; null for the whole space. */
  root: PageNode | null;
  /** The pages to print in order, with their level in the outline. */
  pages: { page: PageNode; level: number }[];
}

/**
 * The pages of a file: the whole space without its hidden pages, or a page with the pages below it, or only the page.
 * A page that was asked for by its id is printed even when it is hidden. Null when it is not there.
 */
export function selectPages(
  tree: PageNode[],
  { pageId, only }: Pick<PdfRecipe, 'pageId' | 'only'>,
): BookSelection | null {
  const pages: BookSelection['pages'] = [];
  const add = (page: PageNode, level: number, isRoot: boolean): void => {
    if (page.hidden === true && !isRoot) return;
    pages.push({ page, level: Math.min(level, MAX_LEVEL) });
    if (!only) page.pages.forEach((child) => add(child, level + 1, false));
  };
  if (pageId === undefined) {
    tree.forEach((page) => add(page, 1, false));
    return { root: null, pages };
  }
  const root = find(tree, pageId);
  if (!root) return null;
  add(root, 1, true);
  return { root, pages };
}

function find(pages: PageNode[], id: string): PageNode | null {
  for (const page of pages) {
    const found = page.id === id ? page : find(page.pages, id);
    if (found) return found;
  }
  return null;
}
