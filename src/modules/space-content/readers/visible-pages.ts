import type { PageNode, Variables } from '#modules/content/index.js';
import { documentScope, isConditionMet } from '#modules/expressions/index.js';

/** The pages that a reader with these claims may see: those whose condition is true for them, below pages they may see. */
export function visiblePages(
  pages: readonly PageNode[],
  space: Variables,
  claims: Record<string, unknown>,
): PageNode[] {
  return pages
    .filter(({ condition, variables }) => {
      const scope = documentScope({ space, page: variables, claims });
      return condition === undefined || isConditionMet(condition, scope);
    })
    .map((page) => ({ ...page, pages: visiblePages(page.pages, space, claims) }));
}
