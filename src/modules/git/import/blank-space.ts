import type { ContentStore } from '#modules/content/index.js';
import type { DocumentNode } from '#modules/documents/index.js';
import type { SpaceTree } from '../space-tree.js';

/**
 * True for content that is only the empty page of a new space, with the space's title: an import replaces it. Other
 * empty pages stay.
 */
export async function isBlank(
  content: ContentStore,
  { organizationId, title }: { organizationId: string; title: string },
  { pages, files }: Pick<SpaceTree, 'pages' | 'files'>,
): Promise<boolean> {
  const [page] = pages;
  if (pages.length > 1 || files.length > 0) return false;
  if (page && (page.pages.length > 0 || page.title !== (title || 'Untitled'))) return false;
  if (!page?.document) return true;
  const { nodes } = await content.readDocument(organizationId, page.document);
  return nodes.every(({ nodes: inner = [], isVoid }) => !isVoid && inner.every(isEmptyText));
}

function isEmptyText(node: DocumentNode): boolean {
  return node.object === 'text' && node.leaves.every((leaf) => leaf.text === '');
}
