/** Something in a tree that a person arranges: a page, or a part of a site's structure. */
export interface TreeNode<T> {
  id: string;
  pages?: T[];
}

/** A node with its place among its siblings. */
export interface PlacedNode<T> {
  page: T;
  /** Null at the top. */
  parent: T | null;
  index: number;
  siblings: readonly T[];
}

/** A new place for a node: its parent, null at the top, and the index that it has there afterwards. */
export interface TreePlace {
  into: string | null;
  at: number;
}

/** Tells whether something can be in another thing; null is the top of the tree. */
export type CanHold<T> = (parent: T | null, node: T) => boolean;

/** A part of a row on which something is dropped. */
export type DropPlace = 'before' | 'after' | 'into';
export type Step = 'up' | 'down' | 'in' | 'out';

/** The steps of the arrow keys while Alt is held. */
const STEPS: Partial<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** The step that a key asks for; undefined for other keys. */
export function stepOf({ altKey, key }: Pick<KeyboardEvent, 'altKey' | 'key'>): Step | undefined {
  return altKey ? STEPS[key] : undefined;
}

/** The middle of a row is inside, its edges are beside. @param row the element; that of the event's listener where it is absent. */
export function dropPlace(
  { currentTarget, clientY }: DragEvent,
  row = currentTarget as HTMLElement,
): DropPlace {
  const { top, height } = row.getBoundingClientRect();
  const share = (clientY - top) / height;
  return share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'into';
}

/** Ids of the nodes above one, from the top. */
export function pathTo<T extends TreeNode<T>>(nodes: readonly T[], id: string): string[] | null {
  for (const node of nodes) {
    if (node.id === id) return [];
    const below = pathTo(node.pages ?? [], id);
    if (below) return [node.id, ...below];
  }
  return null;
}

/** The place of a node after a step: among its siblings, into the one before, or out of its parent. Null where it cannot go. */
export function placeAfterStep<T extends TreeNode<T>>(
  rows: readonly PlacedNode<T>[],
  { page, parent, index, siblings }: PlacedNode<T>,
  step: Step,
  canHold: CanHold<T>,
): TreePlace | null {
  const into = parent?.id ?? null;
  if (step === 'up') return index > 0 ? { into, at: index - 1 } : null;
  if (step === 'down') return index < siblings.length - 1 ? { into, at: index + 1 } : null;
  const before = siblings[index - 1];
  if (step === 'in')
    return before && canHold(before, page) ? { into: before.id, at: before.pages?.length ?? 0 } : null;
  const above = parent && rows.find((row) => row.page.id === parent.id);
  if (!above || !canHold(above.parent, page)) return null;
  return { into: above.parent?.id ?? null, at: above.index + 1 };
}

/** The place of a node that is dropped on a row: before it, after it, or into it. Null where it cannot go. */
export function placeAfterDrop<T extends TreeNode<T>>(
  dragged: T,
  row: PlacedNode<T>,
  where: DropPlace,
  canHold: CanHold<T>,
): TreePlace | null {
  const isWithin = row.page.id === dragged.id || pathTo(dragged.pages ?? [], row.page.id) !== null;
  if (isWithin) return null;
  if (where === 'into')
    return canHold(row.page, dragged) ? { into: row.page.id, at: row.page.pages?.length ?? 0 } : null;
  if (!canHold(row.parent, dragged)) return null;
  const others = row.siblings.filter(({ id }) => id !== dragged.id);
  const at = others.findIndex(({ id }) => id === row.page.id);
  return { into: row.parent?.id ?? null, at: where === 'before' ? at : at + 1 };
}
