import { blockDigest } from './block-digest.js';
import type { DocumentBlock } from './document.types.js';

/**
 * Finds the same blocks of two documents, wherever they stand: those of the same type with the same key, as an editor keeps
 * it, then those whose content is unique among the other blocks of both sides.
 * @returns the block of before for each block of after that was found.
 */
export function matchMoved(
  before: readonly DocumentBlock[],
  after: readonly DocumentBlock[],
): Map<DocumentBlock, DocumentBlock> {
  const moved = new Map<DocumentBlock, DocumentBlock>();
  const taken = new Set<DocumentBlock>();
  const pair = (was: DocumentBlock | null | undefined, is: DocumentBlock | null): void => {
    if (!was || !is || was.type !== is.type || taken.has(was) || moved.has(is)) return;
    moved.set(is, was);
    taken.add(was);
  };
  const byKey = new Map(before.map((block) => [block.key, block]));
  byKey.delete(undefined);
  for (const block of after) pair(byKey.get(block.key), block);
  const left = before.filter((block) => !taken.has(block));
  const old = uniqueContents(left);
  for (const [digest, block] of uniqueContents(after.filter((one) => !moved.has(one))))
    pair(old.get(digest), block);
  return moved;
}

/** Blocks by their content; null for content that several have. */
function uniqueContents(blocks: readonly DocumentBlock[]): Map<string, DocumentBlock | null> {
  const found = new Map<string, DocumentBlock | null>();
  for (const block of blocks) {
    const digest = blockDigest(block);
    found.set(digest, found.has(digest) ? null : block);
  }
  return found;
}
