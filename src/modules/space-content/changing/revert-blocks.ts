import { pairBlocks } from '#modules/content/index.js';
import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';

/**
 * The place of a block: the list that holds it, and the key by which to find that list in another version of the
 * document.
 */
interface Place {
  /** A search passes over words in it. */
  list: DocumentBlock[];
  index: number;
  /** Key of the block around it; undefined at the top. */
  parent?: string;
  /** The list of the parent that holds the block: its children, or a fragment by number. */
  slot: 'nodes' | number;
}

/**
 * Reverts blocks to another version of the document: changed ones change back, moved and removed ones return behind their
 * former neighbour, added ones are removed.
 * @returns the new document, and the keys that neither version has or that have no place any more.
 */
export function revertBlocks(
  current: JSONDocument,
  before: JSONDocument,
  keys: readonly string[],
): { document: JSONDocument; missing: string[] } {
  const document = structuredClone(current);
  const missing = keys.filter((key) => !revertBlock(document, before, key));
  return { document, missing };
}

function revertBlock(document: JSONDocument, before: JSONDocument, key: string): boolean {
  const from = findBlock(before, key);
  const named = findBlock(document, key);
  if (!from) {
    named?.list.splice(named.index, 1);
    return named !== null;
  }
  const block = structuredClone(from.list[from.index] as DocumentBlock);
  const list = listAt(document, from);
  // A page that was written anew with the same words may have another key for the block.
  const paired = list && pairBlocks(from.list, list)[from.index];
  if (list && paired && !paired.hasMoved) list[paired.index] = block;
  else if (paired || named)
    return moveBack(document, from, paired ? { list, index: paired.index } : named!, block);
  else list?.splice(indexAfterNeighbour(list, from), 0, block);
  return list !== undefined;
}

/** Puts a block that is elsewhere now where it was; in its place now if the block that was around it is gone or inside of it. */
function moveBack(
  document: JSONDocument,
  from: Place,
  now: Pick<Place, 'list' | 'index'>,
  block: DocumentBlock,
): boolean {
  now.list.splice(now.index, 1);
  const list = listAt(document, from);
  if (list) list.splice(indexAfterNeighbour(list, from), 0, block);
  else now.list.splice(now.index, 0, block);
  return true;
}

function indexAfterNeighbour(list: DocumentBlock[], from: Place): number {
  const pairs = pairBlocks(from.list, list).slice(0, from.index);
  const neighbour = pairs.findLast((pair) => pair !== undefined);
  return neighbour ? neighbour.index + 1 : 0;
}

function listAt(document: JSONDocument, { parent, slot }: Place): DocumentBlock[] | undefined {
  if (parent === undefined) return document.nodes;
  const place = findBlock(document, parent);
  const block = place?.list[place.index];
  return slot === 'nodes' ? (block?.nodes as DocumentBlock[] | undefined) : block?.fragments?.[slot]?.nodes;
}

function findBlock(document: JSONDocument, key: string): Place | null {
  return search({ list: document.nodes, index: 0, slot: 'nodes' }, key);
}

function search(start: Place, key: string): Place | null {
  for (const [index, node] of start.list.entries()) {
    if (node.object !== 'block') continue;
    if (node.key === key) return { ...start, index };
    const inside = searchInside(node, key);
    if (inside) return inside;
  }
  return null;
}

function searchInside(block: DocumentBlock, key: string): Place | null {
  const parent = block.key;
  const inside = block.nodes as DocumentBlock[] | undefined;
  const nested = inside && search({ list: inside, index: 0, parent, slot: 'nodes' }, key);
  if (nested) return nested;
  for (const [slot, fragment] of (block.fragments ?? []).entries()) {
    const found = search({ list: fragment.nodes, index: 0, parent, slot }, key);
    if (found) return found;
  }
  return null;
}
