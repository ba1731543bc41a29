import { type MergeConflicts, ONE_SIDE } from './conflicts.js';
import type { MergeFates, MergeSides, SideName } from './merge-fates.js';

/** Decides the parent of each page of the result. */
export class MergePlaces {
  private readonly parents = new Map<string, string | null>();

  constructor(
    private readonly sides: MergeSides,
    private readonly fates: MergeFates,
    private readonly conflicts: MergeConflicts,
  ) {
    for (const id of sides.touched()) if (fates.isAlive(id)) this.parents.set(id, this.mergedParent(id));
    this.breakCycles();
  }

  parentOf(id: string): string | null {
    const parent = this.parents.get(id);
    return parent === undefined ? this.sides.baseParent(id) : parent;
  }

  private mergedParent(id: string): string | null {
    const { sides } = this;
    if (!sides.isIn('mine', id)) return this.existing(id, 'main');
    if (!sides.isIn('main', id)) return this.existing(id, 'mine');
    const base = sides.isInBase(id) ? sides.baseParent(id) : undefined;
    const [main, mine] = [sides.parentIn('main', id), sides.parentIn('mine', id)];
    if (main === mine || base === mine) return this.existing(id, 'main');
    if (base === main) return this.existing(id, 'mine');
    return this.existing(id, this.choose(id));
  }

  /** A page whose parent is deleted goes where the other side has it, or to its nearest ancestor in the result. */
  private existing(id: string, side: SideName): string | null {
    const other = side === 'main' ? 'mine' : 'main';
    const parent = this.sides.parentIn(side, id);
    if (parent === null || this.exists(parent)) return parent;
    if (this.sides.isIn(other, id)) {
      const elsewhere = this.sides.parentIn(other, id);
      if (elsewhere === null || this.exists(elsewhere)) return elsewhere;
    }
    let above: string | null = parent;
    while (above !== null && !this.exists(above)) above = this.sides.parentIn(side, above);
    return above;
  }

  private exists(id: string): boolean {
    return this.fates.isAlive(id);
  }

  private choose(id: string): SideName {
    const values = {
      base: this.sides.isInBase(id) ? this.sides.baseParent(id) : null,
      main: this.sides.parentIn('main', id),
      mine: this.sides.parentIn('mine', id),
    };
    return this.conflicts.decide({ kind: 'parent', page: id }, values, ONE_SIDE) === 'main' ? 'main' : 'mine';
  }

  /**
   * Two sides that move pages into each other's subtree make a cycle. Each of mine's moves in it is a conflict: where
   * main is chosen the page stays where main has it, otherwise main's moves in the cycle are undone.
   */
  private breakCycles(): void {
    const turned = new Set<string>();
    const moved = [...this.sides.deltas.main.moved.keys(), ...this.sides.deltas.mine.moved.keys()];
    for (const id of [...moved, ...this.parents.keys()]) {
      for (let ring = this.cycleThrough(id); ring; ring = this.cycleThrough(id)) this.breakRing(ring, turned);
    }
  }

  private breakRing(ring: readonly string[], turned: Set<string>): void {
    const isAt = (id: string, side: SideName) => {
      const moved = this.sides.deltas[side].moved.get(id);
      return (
        moved !== undefined &&
        !turned.has(id) &&
        this.parents.get(id) === moved.to &&
        this.sides.isIn('main', id)
      );
    };
    const turn = (id: string, side: SideName) => {
      turned.add(id);
      this.parents.set(id, this.existing(id, side));
    };
    const mine = ring.filter(
      (id) => isAt(id, 'mine') && this.parents.get(id) !== this.sides.parentIn('main', id),
    );
    const given = mine.filter((id) => this.choose(id) === 'main');
    const main = ring.filter((id) => isAt(id, 'main') && this.sides.isIn('mine', id) && !mine.includes(id));
    if (given.length > 0) given.forEach((id) => turn(id, 'main'));
    else if (main.length > 0) main.forEach((id) => turn(id, 'mine'));
    // Cannot happen while every cycle has a move of each side; the top level is always a safe place.
    else this.parents.set(ring[0] as string, null);
  }

  /** The pages of a cycle above `id`, if there is one. */
  private cycleThrough(id: string): string[] | undefined {
    const seen: string[] = [];
    for (let at: string | null = this.parents.has(id) ? id : null; at !== null; at = this.parentOf(at)) {
      const start = seen.indexOf(at);
      if (start >= 0) return seen.slice(start);
      seen.push(at);
    }
    return undefined;
  }
}
