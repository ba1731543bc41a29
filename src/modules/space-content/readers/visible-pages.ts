import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import type { PageNode, Variables } from '#modules/content/index.js';
import { documentScope, isConditionMet } from '#modules/expressions/index.js';

/**
 * The pages that a reader with these claims may see: pages whose condition is true for the claims, below pages that
 * the reader may see. Yields, because there may be many.
 */
export async function visiblePages(
  pages: readonly PageNode[],
  space: Variables,
  claims: Record<string, unknown>,
  eventLoop = new EventLoopYield(),
): Promise<PageNode[]> {
  const visible: PageNode[] = [];
  for (const page of pages) {
    await eventLoop.yieldIfDue();
    const { condition, variables } = page;
    const isVisible =
      condition === undefined || isConditionMet(condition, documentScope({ space, page: variables, claims }));
    if (isVisible) visible.push({ ...page, pages: await visiblePages(page.pages, space, claims, eventLoop) });
  }
  return visible;
}
