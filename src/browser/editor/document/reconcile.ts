import { Fragment, type Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { BLOCK_FORMS } from '#modules/documents/browser.js';
import { isEqual } from './equal.js';
import { toBlock } from './from-editor.js';
import { typeOfNode } from './schema.js';

/**
 * Turns the document of a transaction into another by steps that touch only what differs, so that the cursor and the
 * person's undo history stay where they are. Nodes of one block stay, even where the editor has other identifiers in them.
 */
export function reconcile(tr: Transaction, to: Node): Transaction {
  if (!isEqual(tr.doc.attrs['rest'], to.attrs['rest'])) tr.setDocAttribute('rest', to.attrs['rest']);
  reconcileChildren(tr, 0, tr.doc, to);
  return tr;
}

/** @param start position of the first child. */
function reconcileChildren(tr: Transaction, start: number, from: Node, to: Node): void {
  const wanted = withIdentities(to);
  const before = withIdentities(from);
  const staying = inOrder(before, wanted);
  const added = wanted.filter(([id]) => !staying.has(id)).map(([, node]) => node);
  const canGrow = from.canReplace(from.childCount, from.childCount, Fragment.fromArray(added));
  if (!canGrow) return void tr.replaceWith(start, start + from.content.size, to.content);
  // A parent must hold something at any time, so blocks are removed only when all others are there.
  const dropped: { from: number; to: number }[] = [];
  const queue = [...before];
  let at = start;
  for (const [id, node] of wanted) {
    if (!staying.has(id)) {
      tr.insert(at, node);
      at += node.nodeSize;
      continue;
    }
    at = dropUntil(id, queue, at, dropped);
    const [, old] = queue.shift()!;
    const size = tr.doc.content.size;
    reconcileNode(tr, at, old, node);
    at += old.nodeSize + tr.doc.content.size - size;
  }
  dropUntil(null, queue, at, dropped);
  for (const range of dropped.reverse()) tr.delete(range.from, range.to);
}

/** Notes the places of blocks before one, or of all. Answers the position behind them. */
function dropUntil(
  id: string | null,
  queue: [string, Node][],
  start: number,
  dropped: { from: number; to: number }[],
): number {
  let at = start;
  while (queue[0] && queue[0][0] !== id) {
    const [, node] = queue.shift()!;
    dropped.push({ from: at, to: at + node.nodeSize });
    at += node.nodeSize;
  }
  return at;
}

function reconcileNode(tr: Transaction, at: number, from: Node, to: Node): void {
  if (isSame(from, to)) return;
  if (from.type !== to.type || from.isAtom) return void tr.replaceWith(at, at + from.nodeSize, to);
  if (!from.hasMarkup(to.type, to.attrs, to.marks)) tr.setNodeMarkup(at, undefined, to.attrs, to.marks);
  if (from.inlineContent) reconcileText(tr, at + 1, from, to);
  else reconcileChildren(tr, at + 1, from, to);
}

function reconcileText(tr: Transaction, start: number, from: Node, to: Node): void {
  const first = from.content.findDiffStart(to.content);
  if (first === null) return;
  const last = from.content.findDiffEnd(to.content)!;
  // The two ends may overlap if equal letters follow each other.
  const overlap = Math.max(0, first - Math.min(last.a, last.b));
  tr.replaceWith(start + first, start + last.a + overlap, to.content.cut(first, last.b + overlap).content);
}

/** True for nodes that are one block of the document, whatever else the editor knows of them. */
function isSame(from: Node, to: Node): boolean {
  if (from.eq(to)) return true;
  const isBlock = BLOCK_FORMS.has(typeOfNode(from.type.name)) || from.type.name === 'opaque';
  return isBlock && from.type === to.type && isEqual(toBlock(from), toBlock(to));
}

/** Children by identities: blocks are the same by their keys, parts without one by their place. */
function withIdentities(parent: Node): [string, Node][] {
  const seen = new Map<string, number>();
  return parent.children.map((node, index) => {
    const key = (node.attrs['key'] ?? node.attrs['raw']?.key) as string | null | undefined;
    const name = `${key ?? `#${index}`} ${node.type.name}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return [count === 0 ? name : `${name} ${count}`, node];
  });
}

/** The most identities that both lists have in one order: the longest increasing run of their places. */
function inOrder(
  before: readonly [string, unknown][],
  after: readonly [string, unknown][],
): ReadonlySet<string> {
  const places = new Map(after.map(([id], index) => [id, index]));
  const common = before.flatMap(([id]) => (places.has(id) ? [{ id, place: places.get(id)! }] : []));
  const previous: number[] = [];
  /** For each length, the entry with the lowest place that ends a run of that length. */
  const ends: number[] = [];
  common.forEach(({ place }, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (common[ends[middle]!]!.place < place) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  });
  const run = new Set<string>();
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index]!) run.add(common[index]!.id);
  return run;
}
