import type { Node } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';

/** Blocks that stand side by side. */
export interface BlockRange {
  from: number;
  to: number;
  blocks: readonly Node[];
}

/** The selected blocks if they are more than the one at a position, else that one; null for parts of containers. */
export function rangeAt({ doc, selection }: EditorState, at: number): BlockRange | null {
  const $at = doc.resolve(at);
  const node = doc.nodeAt(at);
  const range = selection.$from.blockRange(selection.$to, (parent) => parent === $at.parent);
  const isWithin = range !== null && range.start <= at && at < range.end;
  const [from, to] = isWithin ? [range.start, range.end] : [at, at + (node?.nodeSize ?? 0)];
  const blocks = doc.slice(from, to).content.content;
  const isWhole = blocks.length > 0 && blocks.every(({ type }) => type.isInGroup('block'));
  return isWhole ? { from, to, blocks } : null;
}
