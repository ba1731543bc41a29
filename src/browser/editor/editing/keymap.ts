import {
  baseKeymap,
  chainCommands,
  exitCode,
  joinUp,
  lift,
  selectParentNode,
  setBlockType,
  toggleMark,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import type { Command, Plugin } from 'prosemirror-state';
import { goToNextCell } from 'prosemirror-tables';
import { schema } from '../document/index.js';
import { deleteBlock, duplicateBlock, leaveTitle, moveBlock, toggleChecked } from './commands.js';

const item = schema.nodes['list_item']!;
const mark = (name: string): Command => toggleMark(schema.marks[name]!);
const block = (name: string, attrs?: object): Command => setBlockType(schema.nodes[name]!, attrs);

/** Keys by the platform's habit: `Mod` is Cmd on a Mac and Ctrl elsewhere. */
export function keymaps(): Plugin[] {
  return [
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-b': mark('bold'),
      'Mod-i': mark('italic'),
      'Mod-e': mark('code'),
      'Mod-Shift-x': mark('strikethrough'),
      'Mod-.': mark('superscript'),
      'Mod-,': mark('subscript'),
      'Mod-Alt-0': block('paragraph'),
      'Mod-Alt-1': block('heading_1'),
      'Mod-Alt-2': block('heading_2'),
      'Mod-Alt-3': block('heading_3'),
      'Mod-Alt-c': block('code_block'),
      'Alt-ArrowUp': moveBlock(-1),
      'Alt-ArrowDown': moveBlock(1),
      'Mod-d': duplicateBlock,
      'Mod-Shift-Backspace': deleteBlock,
      'Mod-Enter': chainCommands(toggleChecked, exitCode),
      'Shift-Enter': chainCommands(exitCode, lineBreak),
      Enter: chainCommands(leaveTitle, splitListItem(item)),
      Tab: chainCommands(goToNextCell(1), sinkListItem(item), indentCode),
      'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(item)),
      Backspace: chainCommands(plainAtStart, liftAtStart),
      'Mod-[': lift,
      'Mod-Shift-ArrowUp': joinUp,
      Escape: selectParentNode,
    }),
    keymap(baseKeymap),
  ];
}

/** Documents keep breaks within a line as characters. */
const lineBreak: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.isTextblock) return false;
  dispatch?.(state.tr.insertText('\n').scrollIntoView());
  return true;
};

const indentCode: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.type.spec.code) return false;
  dispatch?.(state.tr.insertText('  ').scrollIntoView());
  return true;
};

/** Backspace at the beginning of a heading makes it a paragraph first, as of a code block that is empty. */
const plainAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isPlain = $from.parent.type.name === 'paragraph';
  const isFilled = $from.parent.type.spec.code && $from.parent.content.size > 0;
  if (!empty || $from.parentOffset > 0 || isPlain || isFilled || !$from.parent.isTextblock) return false;
  return block('paragraph')(state, dispatch);
};

const liftAtStart: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || $from.depth < 2) return false;
  const isFirst = $from.index($from.depth - 1) === 0;
  if (!isFirst) return false;
  if ($from.node(-1).type === item) return liftListItem(item)(state, dispatch, view);
  return lift(state, dispatch);
};
