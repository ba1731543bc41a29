import type { DocumentInline, DocumentLeaf, DocumentMark, DocumentNode } from '../document.types.js';
import { sameMark } from '../inline-text.js';

/** A part of a line: a leaf of text or an inline. */
export type Unit = { leaf: DocumentLeaf } | { inline: DocumentInline };

export function toUnits(nodes: DocumentNode[]): Unit[] {
  return nodes.flatMap((node): Unit[] => {
    if (node.object === 'text')
      return node.leaves.filter((leaf) => leaf.text !== '').map((leaf) => ({ leaf }));
    return node.object === 'inline' ? [{ inline: node }] : [];
  });
}

/** The outermost mark to open before a unit; undefined when all its marks are open, or it has none. */
export function markToOpen(unit: Unit, open: DocumentMark[]): DocumentMark | undefined {
  return marksToOpen(unit, open)[0];
}

/** The mark to open before the unit at `at` that reaches furthest, and its end. */
export function widestRun(
  units: Unit[],
  at: number,
  open: DocumentMark[],
): { mark: DocumentMark; end: number } | undefined {
  let widest: { mark: DocumentMark; end: number } | undefined;
  for (const mark of marksToOpen(units[at] as Unit, open)) {
    const end = runEnd(units, at, mark);
    // Code is always the innermost mark: no other mark works inside it.
    if (!widest || (end > widest.end && mark.type !== 'code')) widest = { mark, end };
  }
  return widest;
}

function marksToOpen(unit: Unit, open: DocumentMark[]): DocumentMark[] {
  if ('leaf' in unit) return unit.leaf.marks.filter((mark) => !isOpen(mark, open));
  const first = isMarkable(unit.inline) ? firstLeaf(unit.inline.nodes ?? []) : undefined;
  return (first?.marks ?? []).filter(
    (mark) => !isOpen(mark, open) && mark.type !== 'code' && hasMark(unit, mark),
  );
}

/** An annotation keeps the marks of its words inside, because a footnote reference is superscript by itself. */
function isMarkable(node: DocumentInline): boolean {
  return node.type !== 'annotation';
}

export function isOpen(mark: DocumentMark, open: DocumentMark[]): boolean {
  return open.some((one) => sameMark(one, mark));
}

/**
 * The end of a mark that opens at `from`: the last unit in a row that carries the mark. Inlines without text stand
 * inside a mark as well as outside, so they do not interrupt it.
 */
function runEnd(units: Unit[], from: number, mark: DocumentMark): number {
  let end = from + 1;
  for (let at = from + 1; at < units.length; at += 1) {
    const unit = units[at] as Unit;
    if ('inline' in unit && isMarkable(unit.inline) && !firstLeaf(unit.inline.nodes ?? [])) continue;
    if (!hasMark(unit, mark)) break;
    end = at + 1;
  }
  return end;
}

/** True when the whole text of a unit carries the mark. */
function hasMark(unit: Unit, mark: DocumentMark): boolean {
  if ('leaf' in unit) return unit.leaf.marks.some((one) => sameMark(one, mark));
  return (
    isMarkable(unit.inline) &&
    allLeaves(unit.inline.nodes ?? [], (leaf) => leaf.marks.some((one) => sameMark(one, mark)))
  );
}

function firstLeaf(nodes: DocumentNode[]): DocumentLeaf | undefined {
  for (const node of nodes) {
    const found =
      node.object === 'text' ? node.leaves.find((leaf) => leaf.text !== '') : firstLeaf(node.nodes ?? []);
    if (found) return found;
  }
  return undefined;
}

function allLeaves(nodes: DocumentNode[], test: (leaf: DocumentLeaf) => boolean): boolean {
  return nodes.every((node) =>
    node.object === 'text'
      ? node.leaves.every((leaf) => leaf.text === '' || test(leaf))
      : allLeaves(node.nodes ?? [], test),
  );
}
