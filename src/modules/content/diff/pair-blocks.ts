import type { DocumentBlock } from '#modules/documents/index.js';
import { nameBase, nameSide } from '../merge/match-blocks.js';
import { movedItems } from '../tree/moved-items.js';

/** A block of a list in another version of the list. */
export interface PairedBlock {
  /** Its index there. */
  index: number;
  /** True if it has passed blocks that stayed in their order. */
  hasMoved: boolean;
}

/** Each block of a list in a later version of the list, as comparisons and merges find it; undefined for blocks that are gone. */
export function pairBlocks(
  before: readonly DocumentBlock[],
  after: readonly DocumentBlock[],
): (PairedBlock | undefined)[] {
  const [old, now] = [nameBase(before), nameSide(before, after)];
  const moved = movedItems(old.names, now.names);
  const places = new Map(now.names.map((name, index) => [name, index]));
  return old.names.map((name) => {
    const index = places.get(name);
    return index === undefined ? undefined : { index, hasMoved: moved.has(name) };
  });
}
