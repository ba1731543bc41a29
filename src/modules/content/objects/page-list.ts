import { type ObjectBatch, readObjects } from './object-batch.js';
import type { ChildList, ChildRef, ObjectReader, PageListBody } from './object.types.js';

/** Lists up to this length are held by the parent itself. */
export const INLINE_SIZE = 64;
/** One id in this many ends a piece, so that is the usual length of a piece. */
const PIECE_SIZE = 64;
const LONGEST_PIECE = 4 * PIECE_SIZE;

/** The pieces that a list was read from. */
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
    const children = pieces.flatMap((piece) => piece.items);
    piecesOf.set(children, pieces);
    return children;
  });
}

/** The children of one list. */
export async function readChildList(reader: ObjectReader, list: ChildList): Promise<readonly ChildRef[]> {
  return (await readChildLists(reader, [list]))[0] ?? [];
}

/**
 * Stores children. A long list is cut into pieces where the ids say so, not by count: a change in one place rewrites one
 * piece however long the list, and equal lists are equal objects whatever their history.
 * @param previous the children as they were read, so that pieces that did not change are not hashed again.
 */
export function writeChildList(
  batch: ObjectBatch,
  children: readonly ChildRef[],
  previous: readonly ChildRef[] = [],
): ChildList {
  if (children.length <= INLINE_SIZE) return children;
  const known = new Map(piecesOf.get(previous)?.map((piece) => [piece.items[0]?.id, piece]));
  const chunks = cut(children).map((items) => {
    const old = known.get(items[0]?.id);
    if (old && old.items.length === items.length && items.every((item, i) => item === old.items[i]))
      return old.hash;
    const body: PageListBody = { items };
    return batch.put(
      'page-list',
      body,
      items.map((item) => item.hash),
    );
  });
  return { count: children.length, chunks };
}

/** Hashes that a list makes its holder refer to. */
export function childListRefs(list: ChildList): readonly string[] {
  return 'chunks' in list ? list.chunks : list.map((child) => child.hash);
}

export function childCount(list: ChildList): number {
  return 'chunks' in list ? list.count : list.length;
}

function cut(children: readonly ChildRef[]): ChildRef[][] {
  const pieces: ChildRef[][] = [];
  let piece: ChildRef[] = [];
  for (const child of children) {
    piece.push(child);
    if (piece.length === LONGEST_PIECE || endsPiece(child.id)) {
      pieces.push(piece);
      piece = [];
    }
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}

/** FNV-1a over the id: cheap, and even enough to cut at one id in `PIECE_SIZE`. */
function endsPiece(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return hash % PIECE_SIZE === 0;
}
