import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model';
import { type Command, type EditorState, NodeSelection, Selection, TextSelection } from 'prosemirror-state';
import { schema } from '../document/index.js';

/** A block with its place in the document. */
export interface PlacedBlock {
  node: Node;
  /** Position before it. */
  at: number;
  parent: Node;
  index: number;
}

/** The innermost block around the selection that stands among others: a block, or an item of a container. */
export function blockAround(state: EditorState): PlacedBlock | null {
  const { selection } = state;
  if (selection instanceof NodeSelection && selection.node.isBlock) return placedAt(selection.$from);
  return enclosingBlock(selection.$from);
}

function placedAt($pos: ResolvedPos): PlacedBlock | null {
  const node = $pos.nodeAfter;
  return node ? { node, at: $pos.pos, parent: $pos.parent, index: $pos.index() } : null;
}

/** The block at a position that a handle moves: the outermost within the document or within a box. */
export function enclosingBlock($pos: ResolvedPos): PlacedBlock | null {
  for (let depth = $pos.depth; depth > 0; depth -= 1) {
    const node = $pos.node(depth);
    const isMovable = node.type.isInGroup('block') || node.type.name === 'list_item';
    if (!isMovable || ($pos.node(depth - 1).type.name === 'list_item' && $pos.index(depth - 1) === 0))
      continue;
    return { node, at: $pos.before(depth), parent: $pos.node(depth - 1), index: $pos.index(depth - 1) };
  }
  return null;
}

/** Moves the block one place up or down among its neighbours. */
export function moveBlock(by: -1 | 1): Command {
  return (state, dispatch) => {
    const block = blockAround(state);
    if (!block) return false;
    const { node, at, parent, index } = block;
    const other = parent.maybeChild(index + by);
    if (!other || other.type.name === 'table_head') return false;
    const to = by < 0 ? at - other.nodeSize : at + other.nodeSize;
    const offset = state.selection.from - at;
    const tr = state.tr.delete(at, at + node.nodeSize).insert(to, node);
    const selection =
      state.selection instanceof NodeSelection
        ? NodeSelection.create(tr.doc, to)
        : TextSelection.near(tr.doc.resolve(to + offset));
    dispatch?.(tr.setSelection(selection).scrollIntoView());
    return true;
  };
}

export const deleteBlock: Command = (state, dispatch) => {
  const block = blockAround(state);
  if (!block) return false;
  const { node, at, parent } = block;
  const tr = state.tr;
  // A parent that must hold a block keeps an empty paragraph.
  if (parent.childCount === 1 && !node.type.isInGroup('block')) return false;
  if (parent.childCount === 1) tr.replaceWith(at, at + node.nodeSize, schema.nodes['paragraph']!.create());
  else tr.delete(at, at + node.nodeSize);
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(at, tr.doc.content.size)), -1));
  dispatch?.(tr.scrollIntoView());
  return true;
};

export const duplicateBlock: Command = (state, dispatch) => {
  const block = blockAround(state);
  if (!block) return false;
  dispatch?.(state.tr.insert(block.at + block.node.nodeSize, block.node).scrollIntoView());
  return true;
};

/** Ticks the item of a task list, or takes the tick away. */
export const toggleChecked: Command = (state, dispatch) => {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name !== 'list_item' || $from.node(depth - 1).type.name !== 'list_tasks') continue;
    const data = { ...(node.attrs['data'] as object), checked: node.attrs['data'].checked !== true };
    dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'data', data));
    return true;
  }
  return false;
};

/** The title of an expandable is one line: Enter goes on in its body. */
export const leaveTitle: Command = (state, dispatch) => {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1)
    if (/^(expandable_title|caption|table_header)$/.test($from.node(depth).type.name)) {
      const after = $from.after(depth);
      dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve(after), 1)).scrollIntoView());
      return true;
    }
  return false;
};

/** Puts blocks in place of an empty paragraph, or after the block with the cursor, which goes into the first of them. */
export function insertBlocks(blocks: Node[]): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    const isEmpty = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
    const from = isEmpty ? $from.before() : $from.depth > 0 ? $from.after() : $from.pos;
    const to = isEmpty ? $from.after() : from;
    const $at = state.doc.resolve(from);
    const index = $at.index();
    if (!$at.parent.canReplace(index, isEmpty ? index + 1 : index, Fragment.from(blocks))) return false;
    const tr = state.tr.replaceWith(from, to, blocks);
    const first = blocks[0]!;
    const selection = first.isAtom
      ? NodeSelection.create(tr.doc, from)
      : Selection.near(tr.doc.resolve(from + 1), 1);
    dispatch?.(tr.setSelection(selection).scrollIntoView());
    return true;
  };
}

/** Changes members of the data of the node at a position; undefined removes one. */
export function setData(at: number, changes: Record<string, unknown>): Command {
  return (state, dispatch) => {
    const node = state.doc.nodeAt(at);
    if (!node) return false;
    const data = { ...(node.attrs['data'] as Record<string, unknown>), ...changes };
    for (const [name, value] of Object.entries(changes)) if (value === undefined) delete data[name];
    dispatch?.(state.tr.setNodeAttribute(at, 'data', data));
    return true;
  };
}
