import type { ContentStore, PageNode } from '#modules/content/index.js';
import { visiblePages } from '#modules/space-content/index.js';
import type { PdfRecipe } from '../pdf-export.entity.js';

/** The pages that a file may be made of. Of a file for readers only what they may see: what is left out is not named anywhere. */
export async function readBookTree(
  content: ContentStore,
  organizationId: string,
  { snapshot, claims }: Pick<PdfRecipe, 'snapshot' | 'claims'>,
): Promise<PageNode[]> {
  const tree = await content.readTree(organizationId, snapshot);
  if (!claims) return tree;
  const { variables } = await content.readSettings(organizationId, snapshot);
  return visiblePages(tree, variables, claims);
}
