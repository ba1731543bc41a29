import type { WorkingTree } from '../tree/working-tree.js';
import type { Page } from '../content.types.js';

/** Takes the tags that are not in `known` from all loaded pages of a tree. Their time of change stays: nobody edited them. */
export function keepTags(tree: WorkingTree, known: ReadonlySet<string>): void {
  for (const node of tree.loaded()) {
    const page = node.page as Page;
    if (page.tags?.some(({ tag }) => !known.has(tag.tag))) tree.setPage(node, withTags(page, known));
  }
}

function withTags({ tags = [], ...page }: Page, known: ReadonlySet<string>): Page {
  const left = tags.filter(({ tag }) => known.has(tag.tag));
  return left.length > 0 ? { ...page, tags: left } : page;
}
