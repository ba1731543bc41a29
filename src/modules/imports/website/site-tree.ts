import { slugOf } from '#modules/content/index.js';
import type { PlannedPage } from '#modules/git/index.js';

export interface SitePage {
  /** Path segments below the start of the import. */
  segments: string[];
  /** Markdown file of the page. */
  file: string;
  /** Place among the others, as the navigation of the website has it. */
  order: number;
}

interface Node {
  name: string;
  page?: SitePage;
  children: Map<string, Node>;
}

/**
 * The tree of a website: addresses nest as their paths do, in the order of the navigation. A part of a path without a
 * page holds several pages below it together: as a group at the top, as an empty page deeper.
 */
export function siteTree(pages: readonly SitePage[]): PlannedPage[] {
  const root: Node = { name: '', children: new Map() };
  for (const page of pages) {
    let node = root;
    for (const name of page.segments) {
      const child = node.children.get(name) ?? { name, children: new Map<string, Node>() };
      node.children.set(name, child);
      node = child;
    }
    node.page = page;
  }
  const first: PlannedPage[] = root.page ? [planned(root.page, slugOfSegment('home'), [])] : [];
  return [...first, ...level(root, true)];
}

function level(node: Node, isTop: boolean): PlannedPage[] {
  return [...node.children.values()]
    .sort((a, b) => orderOf(a) - orderOf(b))
    .flatMap((child): PlannedPage[] => {
      if (child.page) return [planned(child.page, slugOfSegment(child.name), level(child, false))];
      if (countPages(child) < 2) return level(child, isTop);
      const title = titleOf(child.name);
      const slug = slugOfSegment(child.name);
      return [
        { type: isTop ? 'group' : 'document', title, slug, folder: slug, children: level(child, false) },
      ];
    });
}

function planned(page: SitePage, slug: string, children: PlannedPage[]): PlannedPage {
  return { type: 'document', file: page.file, slug, children };
}

function orderOf(node: Node): number {
  return Math.min(node.page?.order ?? Infinity, ...[...node.children.values()].map(orderOf));
}

function countPages(node: Node): number {
  let count = node.page ? 1 : 0;
  for (const child of node.children.values()) count += countPages(child);
  return count;
}

function slugOfSegment(name: string): string {
  return slugOf(name.replace(/\.(html?|php|aspx?)$/i, ''));
}

/** `getting-started` reads "Getting started". */
function titleOf(name: string): string {
  const words = name.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Untitled';
}
