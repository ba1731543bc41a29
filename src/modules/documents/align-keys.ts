import { collectKeys, KeyMaker, withKeys } from './assign-keys.js';
import { blockDigest } from './block-digest.js';
import type { DocumentBlock, DocumentFragment, DocumentNode, JSONDocument } from './document.types.js';
import { documentsEqual } from './documents-equal.js';
import { childBlocks } from './document-nodes.js';
import { matchSequences } from './match-sequences.js';
import { alignTable } from './align-table.js';

/**
 * Gives the blocks of `next` the keys of the blocks of `previous` they descend from: equal content first, then blocks
 * of the same type between the same neighbours, and so on inside containers and fragments. An edit made through
 * Markdown thus keeps the identity of every block it does not replace. A block without an ancestor keeps its key, if no
 * block of `previous` has it, as an editor knows the blocks that it has made; others get fresh keys.
 * Returns `previous` itself when both say the same.
 */
export function alignKeys(previous: JSONDocument | undefined, next: JSONDocument): JSONDocument {
  if (!previous) return next;
  if (documentsEqual(previous, next)) return previous;
  const inherited = new Map<DocumentBlock, string>();
  const aligned = alignNodes(previous.nodes, next.nodes, inherited) as DocumentBlock[];
  const reserved = new Set<string>();
  collectKeys(previous.nodes, reserved);
  const keys = new KeyMaker(reserved);
  const nodes = withKeys(aligned, (block) => {
    const key = inherited.get(block);
    if (key !== undefined && keys.claim(key)) return key;
    const own = block.key !== undefined && !reserved.has(block.key) && keys.claim(block.key);
    return own ? block.key! : keys.make(block);
  });
  return { ...next, nodes: nodes as DocumentBlock[] };
}

/** Copies `next` (tables also take over ids) and notes each copy in `inherited` with the key of its ancestor. */
function alignNodes(
  previous: DocumentNode[],
  next: DocumentNode[],
  inherited: Map<DocumentBlock, string>,
): DocumentNode[] {
  const before = childBlocks(previous);
  const after = childBlocks(next);
  if (after.length === 0) return next.map((node, at) => alignInline(previous[at], node, inherited));
  const ancestors = new Map(matchSequences(before, after).map(([from, to]) => [after[to], before[from]]));
  return next.map((node) => {
    if (node.object !== 'block') return node;
    const ancestor = ancestors.get(node);
    return ancestor ? alignBlock(ancestor, node, inherited) : node;
  });
}

function alignBlock(
  previous: DocumentBlock,
  next: DocumentBlock,
  inherited: Map<DocumentBlock, string>,
): DocumentBlock {
  const same = blockDigest(previous) === blockDigest(next);
  const base = next.type === 'table' && !same ? alignTable(previous, next) : same ? previous : next;
  const copy: DocumentBlock = { ...base };
  if (base.nodes) copy.nodes = alignNodes(previous.nodes ?? [], base.nodes, inherited);
  if (base.fragments) copy.fragments = alignFragments(previous.fragments ?? [], base.fragments, inherited);
  if (previous.key !== undefined) inherited.set(copy, previous.key);
  return copy;
}

function alignInline(
  previous: DocumentNode | undefined,
  next: DocumentNode,
  inherited: Map<DocumentBlock, string>,
): DocumentNode {
  if (next.object !== 'inline' || !next.fragments || previous?.object !== 'inline') return next;
  return { ...next, fragments: alignFragments(previous.fragments ?? [], next.fragments, inherited) };
}

function alignFragments(
  previous: DocumentFragment[],
  next: DocumentFragment[],
  inherited: Map<DocumentBlock, string>,
): DocumentFragment[] {
  const name = (one: DocumentFragment): string => `${one.type ?? ''}/${one.fragment ?? ''}`;
  const before = new Map(previous.map((one) => [name(one), one]));
  return next.map((one) => {
    const ancestor = before.get(name(one));
    if (!ancestor) return one;
    const key = ancestor.key === undefined ? {} : { key: ancestor.key };
    return { ...one, ...key, nodes: alignNodes(ancestor.nodes, one.nodes, inherited) as DocumentBlock[] };
  });
}
