import type { DocumentInline, DocumentLeaf, DocumentMark, DocumentNode } from '../document.types.js';
import { sameMark } from '../inline-text.js';

/** One piece of a line: a leaf of text or an inline. */
export type Unit = { leaf: DocumentLeaf } | { inline: DocumentInline };

export function toUnits(nodes: DocumentNode[]): Unit[] {
  return nodes.flatMap((node): Unit[] => {
    if (node.object === 'text')
      return node.leaves.filter((leaf) => leaf.text !== '').map((leaf) => ({ leaf }));
    return node.object === 'inline' ? [{ inline: node }] : [];
  });
}

/** The outermost mark to open in front of a unit; undefined when all its marks are open, or the unit has none. */
export function markToOpen(unit: Unit, open: DocumentMark[]): DocumentMark | undefined {
  if ('inline' in unit) {
    const first = unit.inline.nodes && firstLeaf(unit.inline.nodes);
    return first?.marks.find((mark) => !isOpen(mark, open) && mark.type !== 'code' && hasMark(unit, mark));
  }
  return unit.leaf.marks.find((mark) => !isOpen(mark, open));
}

export function isOpen(mark: DocumentMark, open: DocumentMark[]): boolean {
  return open.some((one) => sameMark(one, mark));
}

/**
 * Where a mark that opens at `from` closes: behind the last unit in a row that carries it. Inlines without text of
 * their own stand inside a mark as well as outside, so they do not interrupt it.
 */
export function runEnd(units: Unit[], from: number, mark: DocumentMark): number {
  let end = from + 1;
  for (let at = from + 1; at < units.length; at += 1) {
    const unit = units[at] as Unit;
    if ('inline' in unit && !firstLeaf(unit.inline.nodes ?? [])) continue;
    if (!hasMark(unit, mark)) break;
    end = at + 1;
  }
  return end;
}

/** True when all text of a unit carries the mark. */
function hasMark(unit: Unit, mark: DocumentMark): boolean {
  if ('leaf' in unit) return unit.leaf.marks.some((one) => sameMark(one, mark));
  return allLeaves(unit.inline.nodes ?? [], (leaf) => leaf.marks.some((one) => sameMark(one, mark)));
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
