import { type ObjectBatch, readObjects } from './object-batch.js';
import type { ChildList, ChildRef, ObjectReader, PageListBody } from './object.types.js';

/** Lists up to this length are held by the parent itself. */
export const INLINE_SIZE = 64;
/** One id in this many ends a piece, so this is the average length of a piece. */
const PIECE_SIZE = 64;
const MAX_PIECE_SIZE = 4 * PIECE_SIZE;

/** The stored pieces of a list. */
const piecesOf = new WeakMap<readonly ChildRef[], Piece[]>();

interface Piece {
  hash: string;
  items: readonly ChildRef[];
}

/** The children of several lists, in their order; one read for all of them. */
export async function readChildLists(
  reader: ObjectReader,
  lists: readonly ChildList[],
): Promise<(readonly ChildRef[])[]> {
  const hashes = lists.flatMap((list) => ('chunks' in list ? list.chunks : []));
  const bodies = await readObjects<PageListBody>(reader, hashes);
  const byHash = new Map(hashes.map((hash, i) => [hash, (bodies[i] as PageListBody).items]));
  return lists.map((list) => {
    if (!('chunks' in list)) return list;
    const pieces = list.chunks.map((hash) => ({ hash, items: byHash.get(hash) ?? [] }));
    const children = ([] as ChildRef[]).concat(...pieces.map((piece) => piece.items));
    piecesOf.set(children, pieces);
    return children;
  });
}

/** The children of one list. */
export async function readChildList(reader: ObjectReader, list: ChildList): Promise<readonly ChildRef[]> {
  return (await readChildLists(reader, [list]))[0] ?? [];
}

/**
 * Stores children. A long list is cut into pieces by a hash of the ids, not by count: a change in one place rewrites
 * one piece however long the list, and equal lists are equal objects whatever their history.
 * @param previous the children as they were read, so that pieces that did not change are not hashed again.
 */
export function writeChildList(
  batch: ObjectBatch,
  children: readonly ChildRef[],
  previous: readonly ChildRef[] = [],
): ChildList {
  if (children.length <= INLINE_SIZE) return children;
  const known = new Map(piecesOf.get(previous)?.map((piece) => [piece.items[0]?.id, piece]));
  const chunks: string[] = [];
  for (let start = 0; start < children.length;) {
    const old = known.get(children[start]?.id);
    const isOld = old !== undefined && isPieceAt(children, start, old.items);
    const items = isOld ? old.items : children.slice(start, endOfPiece(children, start));
    chunks.push(isOld ? old.hash : writePiece(batch, items));
    start += items.length;
  }
  return { count: children.length, chunks };
}

function writePiece(batch: ObjectBatch, items: readonly ChildRef[]): string {
  const body: PageListBody = { items };
  return batch.put(
    'page-list',
    body,
    items.map((item) => item.hash),
  );
}

/** True if exactly the entries of a piece stand at `start`, and a piece would end after them here as well. */
function isPieceAt(children: readonly ChildRef[], start: number, items: readonly ChildRef[]): boolean {
  const end = start + items.length;
  if (!items.every((item, i) => item === children[start + i])) return false;
  return (
    end === children.length || endsPiece((items.at(-1) as ChildRef).id) || items.length === MAX_PIECE_SIZE
  );
}

/** Hashes by which the holder of a list refers to it. */
export function childListRefs(list: ChildList): readonly string[] {
  return 'chunks' in list ? list.chunks : list.map((child) => child.hash);
}

export function childCount(list: ChildList): number {
  return 'chunks' in list ? list.count : list.length;
}

/** The end of the piece that begins at `start`: behind the first id that ends a piece, or at the maximal size. */
function endOfPiece(children: readonly ChildRef[], start: number): number {
  const last = Math.min(start + MAX_PIECE_SIZE, children.length);
  for (let at = start; at < last; at++) if (endsPiece((children[at] as ChildRef).id)) return at + 1;
  return last;
}

/** FNV-1a over the id: cheap, and even enough to cut at one id in `PIECE_SIZE`. */
function endsPiece(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return hash % PIECE_SIZE === 0;
}
