import { collectKeys, KeyMaker, withKeys } from './assign-keys.js';
import { blockDigest } from './block-digest.js';
import type { DocumentBlock, DocumentFragment, DocumentNode, JSONDocument } from './document.types.js';
import { documentsEqual } from './documents-equal.js';
import { childBlocks } from './document-nodes.js';
import { matchMoved } from './match-moved.js';
import { matchSequences } from './match-sequences.js';
import { alignTable } from './align-table.js';
import { replaceBlocks, walkNodes } from './walk-nodes.js';

/**
 * Gives the blocks of `next` the keys of the blocks of `previous` they descend from: equal content first, then blocks
 * of the same type between the same neighbours, and so on inside containers and fragments. A block that was moved
 * descends from the one with its key or, where that is unique, with its content, wherever it stood. An edit made through
 * Markdown thus keeps the identity of every block it does not replace. A block without an ancestor keeps its key, if no
 * block of `previous` has it, as an editor knows the blocks that it has made; others get fresh keys.
 * Returns `previous` itself when both say the same.
 */
export function alignKeys(previous: JSONDocument | undefined, next: JSONDocument): JSONDocument {
  if (!previous) return next;
  if (documentsEqual(previous, next)) return previous;
  const apart = new Set(Array.from(matchMoved(blocksOf(previous.nodes), blocksOf(next.nodes))).flat());
  const found: Ancestors = { keys: new Map(), copies: new Set(), taken: new Set(), apart };
  const inPlace = alignNodes(previous.nodes, next.nodes, found) as DocumentBlock[];
  const aligned = alignMoved(previous.nodes, inPlace, found);
  const reserved = new Set<string>();
  collectKeys(previous.nodes, reserved);
  const keys = new KeyMaker(reserved);
  const nodes = withKeys(aligned, (block) => {
    const key = found.keys.get(block);
    if (key !== undefined && keys.claim(key)) return key;
    const own = block.key !== undefined && !reserved.has(block.key) && keys.claim(block.key);
    return own ? block.key! : keys.make(block);
  });
  return { ...next, nodes: nodes as DocumentBlock[] };
}

/** The blocks of the later document whose ancestors are known. */
interface Ancestors {
  /** Keys of the ancestors of copies. */
  keys: Map<DocumentBlock, string>;
  /** Copies of blocks that have an ancestor. */
  copies: Set<DocumentBlock>;
  /** Blocks of the earlier document that are ancestors. */
  taken: Set<DocumentBlock>;
  /** Blocks of both documents that have a counterpart somewhere: no other block is their ancestor, or their edited form. */
  apart: Set<DocumentBlock>;
}

/** Copies `next` (tables also take over ids) and notes each copy in `found` with the key of its ancestor. */
function alignNodes(previous: DocumentNode[], next: DocumentNode[], found: Ancestors): DocumentNode[] {
  const before = childBlocks(previous);
  const after = childBlocks(next);
  if (after.length === 0) return next.map((node, at) => alignInline(previous[at], node, found));
  const ancestors = new Map(
    matchSequences(before, after, found.apart).map(([from, to]) => [after[to], before[from]]),
  );
  return next.map((node) => {
    if (node.object !== 'block') return node;
    const ancestor = ancestors.get(node);
    return ancestor ? alignBlock(ancestor, node, found) : node;
  });
}

function alignBlock(previous: DocumentBlock, next: DocumentBlock, found: Ancestors): DocumentBlock {
  const same = blockDigest(previous) === blockDigest(next);
  const base = next.type === 'table' && !same ? alignTable(previous, next) : same ? previous : next;
  const copy: DocumentBlock = { ...base };
  if (base.nodes) copy.nodes = alignNodes(previous.nodes ?? [], base.nodes, found);
  if (base.fragments) copy.fragments = alignFragments(previous.fragments ?? [], base.fragments, found);
  if (previous.key !== undefined) found.keys.set(copy, previous.key);
  found.copies.add(copy);
  found.taken.add(previous);
  return copy;
}

/** Finds the ancestors of blocks that were moved: whole blocks first, and what is inside them with them. */
function alignMoved(previous: DocumentBlock[], aligned: DocumentBlock[], found: Ancestors): DocumentBlock[] {
  const moved = matchMoved(
    blocksOf(previous).filter((block) => !found.taken.has(block)),
    blocksOf(aligned).filter((block) => !found.copies.has(block)),
  );
  if (moved.size === 0) return aligned;
  return replaceBlocks(aligned, (block) => {
    const ancestor = moved.get(block);
    return ancestor && !found.taken.has(ancestor) ? alignBlock(ancestor, block, found) : undefined;
  });
}

function blocksOf(nodes: readonly DocumentNode[]): DocumentBlock[] {
  return Array.from(walkNodes(nodes)).filter((node) => node.object === 'block');
}

function alignInline(previous: DocumentNode | undefined, next: DocumentNode, found: Ancestors): DocumentNode {
  if (next.object !== 'inline' || !next.fragments || previous?.object !== 'inline') return next;
  return { ...next, fragments: alignFragments(previous.fragments ?? [], next.fragments, found) };
}

function alignFragments(
  previous: DocumentFragment[],
  next: DocumentFragment[],
  found: Ancestors,
): DocumentFragment[] {
  const name = (one: DocumentFragment): string => `${one.type ?? ''}/${one.fragment ?? ''}`;
  const before = new Map(previous.map((one) => [name(one), one]));
  return next.map((one) => {
    const ancestor = before.get(name(one));
    if (!ancestor) return one;
    const key = ancestor.key === undefined ? {} : { key: ancestor.key };
    return { ...one, ...key, nodes: alignNodes(ancestor.nodes, one.nodes, found) as DocumentBlock[] };
  });
}
