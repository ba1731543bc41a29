import type { ElementContent, Root } from 'hast';
import { type Parent } from './hast-tools.js';

/** Elements that say something, or end a line, with nothing in them. */
const KEPT =
  /^(?:img|picture|br|hr|input|iframe|video|audio|source|p|div|pre|h[1-6]|ul|ol|li|dl|dt|dd|table|caption|colgroup|col|thead|tbody|tfoot|tr|td|th|figure|figcaption|details|summary|blockquote|section|article)$/;

/**
 * Without elements that have no words: blanks stand in their place. Whoever tidies blanks looks from each across all of
 * them, so that a page of a few thousand took minutes.
 */
export function withoutEmpty<T extends Parent>(parent: T): T {
  const children: Root['children'] = [];
  for (const child of parent.children) {
    const cleaned = child.type === 'element' ? replacementOf(withoutEmpty(child)) : [child];
    for (const one of cleaned) {
      const last = children.at(-1);
      if (one.type === 'text' && last?.type === 'text')
        children[children.length - 1] = { ...last, value: last.value + one.value };
      else children.push(one);
    }
  }
  return { ...parent, children } as T;
}

function replacementOf(element: ElementContent): ElementContent[] {
  if (element.type !== 'element' || KEPT.test(element.tagName) || 'dataTex' in element.properties)
    return [element];
  const isEmpty = element.children.every((child) => child.type === 'text' && child.value.trim() === '');
  if (!isEmpty) return [element];
  return element.children.length > 0 ? [{ type: 'text', value: ' ' }] : [];
}
