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
export interface TreeRow {
  page: TreePage;
  /** Null at the top. */
  parent: TreePage | null;
  /** Place among its siblings. */
  index: number;
  siblings: readonly TreePage[];
  level: number;
  isOpen: boolean;
  /** Place among the siblings that the tree shows, from 1. */
  position: number;
  /** Number of siblings that the tree shows. */
  shownSiblings: number;
}

/** A new place for a page, as the change operation takes it. */
export interface TreePlace {
  into: string | null;
  at: number;
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

/** Ids of the pages above one, from the top. */
export function pathTo(pages: readonly TreePage[], id: string): string[] | null {
  for (const page of pages) {
    if (page.id === id) return [];
    const below = pathTo(page.pages ?? [], id);
    if (below) return [page.id, ...below];
  }
  return null;
}

/** The place of a row after a step with the keyboard: among its siblings, into the one before, or out of its parent. */
export function steppedPlace(
  rows: readonly TreeRow[],
  { page, parent, index, siblings }: TreeRow,
  step: 'up' | 'down' | 'in' | 'out',
): TreePlace | null {
  const into = parent?.id ?? null;
  if (step === 'up') return index > 0 ? { into, at: index - 1 } : null;
  if (step === 'down') return index < siblings.length - 1 ? { into, at: index + 1 } : null;
  const before = siblings[index - 1];
  if (step === 'in')
    return before && canHold(before, page) ? { into: before.id, at: before.pages?.length ?? 0 } : null;
  const above = parent && rows.find((row) => row.page.id === parent.id);
  return above ? { into: above.parent?.id ?? null, at: above.index + 1 } : null;
}

/** The place of a page that is dropped on a row: before it, after it, or into it. Null where it cannot go. */
export function droppedPlace(
  pages: readonly TreePage[],
  dragged: TreePage,
  row: TreeRow,
  where: 'before' | 'after' | 'into',
): TreePlace | null {
  const isWithin = row.page.id === dragged.id || pathTo(dragged.pages ?? [], row.page.id) !== null;
  if (isWithin) return null;
  if (where === 'into')
    return canHold(row.page, dragged) ? { into: row.page.id, at: row.page.pages?.length ?? 0 } : null;
  if (dragged.type === 'group' && row.parent) return null;
  const others = row.siblings.filter(({ id }) => id !== dragged.id);
  const at = others.findIndex(({ id }) => id === row.page.id);
  return { into: row.parent?.id ?? null, at: where === 'before' ? at : at + 1 };
}

/** Groups stand at the top only, and links have nothing below them. */
function canHold(parent: TreePage, { type }: TreePage): boolean {
  return type !== 'group' && (parent.type === 'document' || parent.type === 'group');
}
