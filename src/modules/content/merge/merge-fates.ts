import type { TreeDelta } from '../tree/tree-delta.js';
import { ALL_CHOICES, type MergeConflicts } from './conflicts.js';
import { isEditedByHand } from './merge-pages.js';

export type SideName = 'main' | 'mine';

const otherOf = (side: SideName): SideName => (side === 'main' ? 'mine' : 'main');

/** The places of pages that both deltas know; the base is the tree from which both start. */
export class MergeSides {
  constructor(readonly deltas: Record<SideName, TreeDelta>) {}

  isInBase(id: string): boolean {
    return !this.deltas.main.created.has(id) && !this.deltas.mine.created.has(id);
  }

  isIn(side: SideName, id: string): boolean {
    const delta = this.deltas[side];
    if (delta.deleted.has(id)) return false;
    return delta.created.has(id) || this.isInBase(id);
  }

  /** Parent in the base of a page that one of the deltas compared. */
  baseParent(id: string): string | null {
    const state = this.deltas.main.before.get(id) ?? this.deltas.mine.before.get(id);
    if (!state) throw new Error(`The page ${id} is in neither comparison.`);
    return state.parent;
  }

  parentIn(side: SideName, id: string): string | null {
    const delta = this.deltas[side];
    const created = delta.created.get(id);
    if (created) return created.parent;
    const moved = delta.moved.get(id);
    return moved ? moved.to : this.baseParent(id);
  }

  /** Pages that either side created, deleted, moved or edited. */
  touched(): Set<string> {
    const ids = new Set<string>();
    for (const delta of Object.values(this.deltas)) {
      for (const part of [delta.created, delta.deleted, delta.moved, delta.edited]) {
        for (const id of part.keys()) ids.add(id);
      }
    }
    return ids;
  }
}

/**
 * Decides which pages are in the result. A page deleted on one side is deleted, unless the other side changed it or a
 * page below it: then the deletion of the topmost deleted page is one conflict, and all deleted pages below it share
 * its outcome.
 */
export class MergeFates {
  /** By deleting side: true where the conflicting deletion of a page was rejected. */
  private readonly keeps: Record<SideName, Map<string, boolean>> = { main: new Map(), mine: new Map() };

  constructor(
    private readonly sides: MergeSides,
    private readonly conflicts: MergeConflicts,
  ) {
    this.findConflicts('main');
    this.findConflicts('mine');
  }

  isAlive(id: string): boolean {
    const [inMain, inMine] = [this.sides.isIn('main', id), this.sides.isIn('mine', id)];
    if (inMain && inMine) return true;
    if (!inMain && !inMine) return false;
    const other = inMain ? 'main' : 'mine';
    const deleted = this.deletedAbove(otherOf(other), id);
    return deleted === undefined || (this.keeps[otherOf(other)].get(deleted) ?? false);
  }

  /**
   * The topmost page among `id` and its ancestors that `side` deleted while the other side still has it; undefined
   * when `id` was added below a page that still exists.
   */
  private deletedAbove(side: SideName, id: string): string | undefined {
    const other = otherOf(side);
    const { created } = this.sides.deltas[other];
    const { deleted } = this.sides.deltas[side];
    let at: string | null = id;
    while (at !== null && created.has(at)) at = this.sides.parentIn(other, at);
    if (at === null || !deleted.has(at)) return undefined;
    for (let up = this.sides.parentIn(other, at); up !== null && deleted.has(up);) {
      at = up;
      up = this.sides.parentIn(other, at);
    }
    return at;
  }

  private findConflicts(side: SideName): void {
    const other = otherOf(side);
    const deleting = this.sides.deltas[side];
    const editing = this.sides.deltas[other];
    for (const id of changedPlaces(editing)) {
      if (!deleting.deleted.has(id) || editing.deleted.has(id)) continue;
      const root = this.deletedAbove(side, id) as string;
      if (this.keeps[side].has(root)) continue;
      const hash = editing.after.get(root)?.hash ?? null;
      const values = {
        base: deleting.before.get(root)?.hash,
        main: side === 'main' ? null : hash,
        mine: side === 'mine' ? null : hash,
      };
      const choice = this.conflicts.decide({ kind: 'page-deleted', page: root }, values, ALL_CHOICES);
      this.keeps[side].set(root, choice === 'both' || choice === other);
    }
  }
}

/** Pages that were edited or moved, or got a new child. */
function changedPlaces(delta: TreeDelta): Set<string> {
  const places = new Set<string>();
  for (const [id, { before, after }] of delta.edited) if (isEditedByHand(before, after)) places.add(id);
  const isGenerated = (id: string) => delta.after.get(id)?.page.generated !== undefined;
  for (const [id, { to }] of delta.moved) {
    if (isGenerated(id)) continue;
    places.add(id);
    if (to !== null) places.add(to);
  }
  for (const { page, parent } of delta.created.values()) {
    if (parent !== null && page.generated === undefined) places.add(parent);
  }
  return places;
}
