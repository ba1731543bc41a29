import {
  type DocumentBlock,
  type DocumentNode,
  formOf,
  type JSONDocument,
} from '#modules/documents/index.js';
import { nameBase, nameSide, sameContent } from '../merge/match-blocks.js';
import { sameJson } from '#platform/canonical-json.js';
import { movedItems } from '../tree/moved-items.js';
import type { BlockChange } from './diff.types.js';

/**
 * The changes from one document to the other, block by block, in the order of the later one; a deleted block stands
 * at its former place. A container whose own data is the same is not reported, but the changes inside it are.
 */
export function diffDocuments(before: JSONDocument, after: JSONDocument): BlockChange[] {
  return diffBlocks(before.nodes, after.nodes, undefined);
}

function diffBlocks(
  before: readonly DocumentBlock[],
  after: readonly DocumentBlock[],
  parent: string | undefined,
): BlockChange[] {
  const [old, now] = [nameBase(before), nameSide(before, after)];
  const moved = movedItems(old.names, now.names);
  const places = new Map(old.names.map((name, place) => [name, place]));
  const into = parent === undefined ? {} : { parent };
  const gone = (name: string): BlockChange[] =>
    now.byName.has(name) ? [] : [{ type: 'block_deleted', before: old.byName.get(name)!, ...into }];
  let next = 0;
  /** The deleted blocks that stood before the block `name`, unless they were reported before. */
  const goneBefore = (name: string | undefined): BlockChange[] => {
    const end = name === undefined ? old.names.length : (places.get(name) ?? -1);
    const passed = old.names.slice(next, Math.max(next, end));
    next = Math.max(next, end);
    return passed.flatMap(gone);
  };
  const changes = now.names.flatMap((name): BlockChange[] => {
    const block = now.byName.get(name)!;
    const was = old.byName.get(name);
    if (!was) return [{ type: 'block_created', after: block, ...into }];
    const move: BlockChange[] = moved.has(name)
      ? [{ type: 'block_moved', before: was, after: block, ...into }]
      : [];
    return [...(moved.has(name) ? [] : goneBefore(name)), ...move, ...diffBlock(was, block, into)];
  });
  return [...changes, ...goneBefore(undefined)];
}

function diffBlock(before: DocumentBlock, after: DocumentBlock, into: { parent?: string }): BlockChange[] {
  if (sameContent(before, after)) return [];
  const lists = innerLists(before, after);
  if (!lists) return [{ type: 'block_edited', before, after, ...into }];
  return lists.flatMap(([old, now]) => diffBlocks(old, now, after.key ?? before.key));
}

/** The lists of blocks inside both, when nothing but their content differs; null for blocks that differ themselves. */
function innerLists(
  before: DocumentBlock,
  after: DocumentBlock,
): [DocumentBlock[], DocumentBlock[]][] | null {
  if (before.type !== after.type || formOf(after.type)?.isWhole || !sameJson(before.data, after.data))
    return null;
  const [oldFragments, nowFragments] = [before.fragments ?? [], after.fragments ?? []];
  if (oldFragments.length !== nowFragments.length) return null;
  const pairs: [readonly DocumentNode[], readonly DocumentNode[]][] = [
    [before.nodes ?? [], after.nodes ?? []],
    ...oldFragments.map((one, i): [DocumentNode[], DocumentNode[]] => [one.nodes, nowFragments[i]!.nodes]),
  ];
  const isBlocks = (nodes: readonly DocumentNode[]) => nodes.every((node) => node.object === 'block');
  return pairs.every((pair) => pair.every(isBlocks)) ? (pairs as [DocumentBlock[], DocumentBlock[]][]) : null;
}
