import {
  type DropPlace,
  placeAfterDrop,
  placeAfterStep,
  type PlacedNode,
  type Step,
  type TreePlace,
} from '../../tree/moves.js';

/** A page in the tree, as the API lists it. */
export interface TreePage {
  id: string;
  title: string;
  type: string;
  emoji?: string;
  /** Name of the icon before the title, which an emoji takes the place of. */
  icon?: string;
  hidden?: boolean;
  pages?: TreePage[];
}

/** A page that the tree shows, with its place. */
export interface TreeRow extends PlacedNode<TreePage> {
  level: number;
  isOpen: boolean;
  /** Place among the siblings that the tree shows, from 1. */
  position: number;
  /** Number of siblings that the tree shows. */
  shownSiblings: number;
}

/** The pages that are visible while some are unfolded, in their order. */
export function visibleRows(pages: readonly TreePage[], open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (siblings: readonly TreePage[], parent: TreePage | null, level: number): void =>
    siblings.forEach((page, index) => {
      const isOpen = page.type === 'group' || open.has(page.id);
      const [position, shownSiblings] = [index + 1, siblings.length];
      rows.push({ page, parent, index, siblings, level, isOpen, position, shownSiblings });
      if (isOpen) add(page.pages ?? [], page, level + 1);
    });
  add(pages, null, 1);
  return rows;
}

/** The pages whose titles have all words, with the pages above them. */
export function matchingRows(
  pages: readonly TreePage[],
  words: readonly string[],
  parent: TreePage | null = null,
  level = 1,
): TreeRow[] {
  const rows: TreeRow[] = [];
  const own: TreeRow[] = [];
  pages.forEach((page, index) => {
    const below = page.pages?.length ? matchingRows(page.pages, words, page, level + 1) : [];
    if (below.length === 0) {
      const title = page.title.toLocaleLowerCase();
      if (!words.every((word) => title.includes(word))) return;
    }
    const [position, isOpen] = [own.length + 1, below.length > 0];
    const row = { page, parent, index, siblings: pages, level, isOpen, position, shownSiblings: 0 };
    own.push(row);
    rows.push(row);
    for (const one of below) rows.push(one);
  });
  for (const row of own) row.shownSiblings = own.length;
  return rows;
}

/** The place of a row after a step with the keyboard. */
export function steppedPlace(rows: readonly TreeRow[], row: TreeRow, step: Step): TreePlace | null {
  return placeAfterStep(rows, row, step, canHold);
}

/** The place of a page that is dropped on a row. */
export function droppedPlace(dragged: TreePage, row: TreeRow, where: DropPlace): TreePlace | null {
  return placeAfterDrop(dragged, row, where, canHold);
}

/** Groups stand at the top only, and links have nothing below them. */
function canHold(parent: TreePage | null, { type }: TreePage): boolean {
  return parent === null || (type !== 'group' && (parent.type === 'document' || parent.type === 'group'));
}
