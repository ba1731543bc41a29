import type { DocumentBlock, DocumentNode, JSONDocument } from '#modules/documents/browser.js';
import { isEqual } from './equal.js';
import { isSameBlock, withKeysOf } from './same-blocks.js';

/** A block that the person and somebody else changed. */
export interface BlockConflict {
  key: string;
  mine: DocumentBlock;
  theirs: DocumentBlock;
}

export interface MergedDocument {
  document: JSONDocument;
  conflicts: BlockConflict[];
}

/**
 * Brings into one document what the person changed since `base`, and what others changed, block by block. Of a block that
 * both changed, the result has the person's version, and a conflict names both.
 */
export function mergeDocuments(base: JSONDocument, mine: JSONDocument, theirs: JSONDocument): MergedDocument {
  const conflicts: BlockConflict[] = [];
  const nodes = mergeBlocks(base.nodes, mine.nodes, theirs.nodes, conflicts);
  return { document: { ...theirs, nodes }, conflicts };
}

function mergeBlocks(
  base: readonly DocumentBlock[],
  mine: readonly DocumentBlock[],
  theirs: readonly DocumentBlock[],
  conflicts: BlockConflict[],
): DocumentBlock[] {
  const found = withKeysOf(base, theirs);
  const [inBase, inMine, inTheirs] = [named(base, 'base'), named(mine, 'mine'), named(found, 'theirs')];
  const decide = (name: string): DocumentBlock | null => {
    const [was, own, other] = [inBase.get(name), inMine.get(name), inTheirs.get(name)];
    if (own && other) return mergeBlock(was, own, other, conflicts);
    if (own) return was && isSameBlock(was, own) ? null : own;
    // A block that the person deleted comes back only if somebody changed it since.
    return other && !(was && isSameBlock(was, other)) ? other : null;
  };
  const [first, second] = isSameOrder(inBase, inMine) ? [inTheirs, inMine] : [inMine, inTheirs];
  return joinOrders([...first.keys()], [...second.keys()]).flatMap((name) => decide(name) ?? []);
}

/** Null for a container of which the one side removed what the other left. */
function mergeBlock(
  base: DocumentBlock | undefined,
  mine: DocumentBlock,
  theirs: DocumentBlock,
  conflicts: BlockConflict[],
): DocumentBlock | null {
  // Equal ones first: blocks that say the same under other keys may be two that changed places. An empty caption stays where it is.
  const hasCaption = mine.fragments?.some(({ fragment }) => fragment === 'caption');
  for (const isSame of hasCaption ? [isSameBlock] : [isEqual, isSameBlock]) {
    if (isSame(mine, theirs)) return mine;
    if (base && isSame(base, theirs)) return mine;
    if (base && isSame(base, mine)) return theirs;
  }
  const lists =
    base && base.type === mine.type && mine.type === theirs.type && childrenOf(base, mine, theirs);
  const own = lists && mergeMembers(base, mine, theirs);
  if (own) {
    const nodes = mergeBlocks(...lists, conflicts);
    return nodes.length > 0 ? { ...own, nodes } : null;
  }
  conflicts.push({ key: mine.key ?? '', mine, theirs });
  return mine;
}

/** All of a block but its children; null when both changed it. */
function mergeMembers(base: DocumentBlock, mine: DocumentBlock, theirs: DocumentBlock): DocumentBlock | null {
  const [was, own, other] = [base, mine, theirs].map(withoutChildren);
  if (isSameBlock(was!, other!) || isSameBlock(own!, other!)) return own!;
  return isSameBlock(was!, own!) ? other! : null;
}

function withoutChildren(block: DocumentBlock): DocumentBlock {
  const { nodes: _, ...rest } = block;
  return rest;
}

type Lists = [base: DocumentBlock[], mine: DocumentBlock[], theirs: DocumentBlock[]];

/** The children of three versions of a container of blocks; null for other blocks. Code is compared as a whole. */
function childrenOf(...versions: [DocumentBlock, DocumentBlock, DocumentBlock]): Lists | null {
  const lists = versions.map(({ type, nodes = [] }) =>
    type !== 'code' && nodes.length > 0 && nodes.every(isBlock) ? nodes : null,
  );
  return lists.every((list) => list !== null) ? (lists as Lists) : null;
}

function isBlock(node: DocumentNode): node is DocumentBlock {
  return node.object === 'block';
}

/** Blocks by names: their keys; of blocks with one key, those after the first have another name, and none is lost. */
function named(blocks: readonly DocumentBlock[], side: string): Map<string, DocumentBlock> {
  const list = new Map<string, DocumentBlock>();
  blocks.forEach((block, index) => {
    const isFree = block.key !== undefined && !list.has(block.key);
    list.set(isFree ? block.key! : `${side} ${index} ${block.key ?? ''}`, block);
  });
  return list;
}

/** True when what is left of the first list is in the same order in the second. */
function isSameOrder(base: ReadonlyMap<string, unknown>, mine: ReadonlyMap<string, unknown>): boolean {
  const left = [...base.keys()].filter((name) => mine.has(name));
  const own = [...mine.keys()].filter((name) => base.has(name));
  return left.every((name, index) => name === own[index]);
}

/** The names of `first` in their order, and between them those that only `second` has, each after the name before it. */
function joinOrders(first: readonly string[], second: readonly string[]): string[] {
  const joined = [...first];
  const known = new Set(first);
  second.forEach((name, index) => {
    if (known.has(name)) return;
    const before = index === 0 ? -1 : joined.indexOf(second[index - 1]!);
    joined.splice(before + 1, 0, name);
    known.add(name);
  });
  return joined;
}
