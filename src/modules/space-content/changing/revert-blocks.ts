import type { DocumentBlock, DocumentNode, JSONDocument } from '#modules/documents/index.js';

/**
 * The place of a block: the list that holds it, and the key by which to find that list in another version of the
 * document.
 */
interface Place {
  list: DocumentNode[];
  index: number;
  /** Key of the block around it; undefined at the top. */
  parent?: string;
  /** The list of the parent that holds the block: its children, or a fragment by number. */
  slot: 'nodes' | number;
}

/**
 * Reverts blocks to another version of the document: changed ones change back, removed ones return behind their
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
  const to = findBlock(document, key);
  if (!from) {
    to?.list.splice(to.index, 1);
    return to !== null;
  }
  const block = structuredClone(from.list[from.index] as DocumentBlock);
  if (to) {
    to.list[to.index] = block;
    return true;
  }
  const list = listAt(document, from);
  list?.splice(indexAfterNeighbour(list, from), 0, block);
  return list !== undefined;
}

function indexAfterNeighbour(list: DocumentNode[], from: Place): number {
  for (let index = from.index - 1; index >= 0; index--) {
    const { key } = from.list[index] as DocumentNode;
    const found = key === undefined ? -1 : list.findIndex((node) => node.key === key);
    if (found >= 0) return found + 1;
  }
  return 0;
}

function listAt(document: JSONDocument, { parent, slot }: Place): DocumentNode[] | undefined {
  if (parent === undefined) return document.nodes;
  const place = findBlock(document, parent);
  const block = place && (place.list[place.index] as DocumentBlock);
  return slot === 'nodes' ? block?.nodes : block?.fragments?.[slot]?.nodes;
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
  const nested = block.nodes && search({ list: block.nodes, index: 0, parent, slot: 'nodes' }, key);
  if (nested) return nested;
  for (const [slot, fragment] of (block.fragments ?? []).entries()) {
    const found = search({ list: fragment.nodes, index: 0, parent, slot }, key);
    if (found) return found;
  }
  return null;
}
