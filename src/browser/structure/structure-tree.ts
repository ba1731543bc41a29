import type { PlacedNode } from '../tree/moves.js';

/** A part of a site's structure, as the page shows it. */
export interface StructureNode {
  id: string;
  /** Kind and id, as forms name it. */
  item: string;
  type: string;
  /** The place of it when the page was shown. */
  place: string;
  element: HTMLElement;
  pages: StructureNode[];
}

/** The parts that a page shows, from the top. @param list the element with the rows. */
export function nodesIn(list: Element | null): StructureNode[] {
  return [...(list?.children ?? [])].flatMap((element) => {
    if (!(element instanceof HTMLElement)) return [];
    const { item = '', place = '' } = element.dataset;
    const [type = '', id = ''] = item.split(':');
    const pages = nodesIn(element.querySelector(':scope > .structure-list'));
    return [{ id, item, type, place, element, pages }];
  });
}

/** All parts with their places, in the order of the page. */
export function placed(
  siblings: readonly StructureNode[],
  parent: StructureNode | null = null,
): PlacedNode<StructureNode>[] {
  return siblings.flatMap((page, index) => [{ page, parent, index, siblings }, ...placed(page.pages, page)]);
}

/** Spaces are in sections, or at the top of a site without; all else is in groups or at the top. */
export function holder(hasSections: boolean): (parent: StructureNode | null, node: StructureNode) => boolean {
  return (parent, { type }) => {
    const isSpace = type === 'site-space';
    if (parent === null) return isSpace !== hasSections;
    return parent.type === (isSpace ? 'site-section' : 'site-section-group');
  };
}
