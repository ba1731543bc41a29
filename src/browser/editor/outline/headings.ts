import { formOf } from '#modules/documents/browser.js';
import type { Node } from 'prosemirror-model';
import { typeOfNode } from '../document/index.js';

/** A heading of the page, as the outline that readers see has it. */
export interface Heading {
  level: number;
  title: string;
  /** Position before it. */
  at: number;
}

/** The headings of a document that readers see in its outline, in their order. */
export function headingsOf(document: Node): Heading[] {
  const headings: Heading[] = [];
  document.descendants((node, at) => {
    const { level, inOutline } = formOf(typeOfNode(node.type.name)) ?? {};
    const title = level === undefined ? '' : node.textContent.replace(/\s+/g, ' ').trim();
    if (level !== undefined && title !== '') headings.push({ level, title, at });
    return inOutline === true;
  });
  return headings;
}

/** Index of the heading that a position is below; -1 before the first. */
export function headingAt(headings: readonly Heading[], position: number): number {
  return headings.findLastIndex(({ at }) => at < position);
}
