import { Fragment, type Node, Slice } from 'prosemirror-model';
import { NodeSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { blocksToEditor, schema, toBlock } from '../document/index.js';
import { say, sentenceOf } from '../notice.js';
import type { PageContext } from '../page-context.js';
import type { BlockRange } from './block-range.js';
import { insertReusable, readBlocks, type ReusableRef } from './reusable-contents.js';

/** Makes a reusable content of blocks, and shows it in their place. */
export async function makeReusable(
  view: EditorView,
  context: PageContext,
  { from, to, blocks }: BlockRange,
  title: string,
): Promise<void> {
  try {
    const ref = await insertReusable(context, title, blocks.map(toBlock));
    const now = view.state.doc.content.size < to ? [] : view.state.doc.slice(from, to).content.content;
    const isSame = now.length === blocks.length && now.every((node, index) => node.eq(blocks[index]!));
    if (!isSame) throw new Error(`“${title}” is made, but the page has changed meanwhile: insert it by /.`);
    const tr = view.state.tr.replaceWith(from, to, referenceTo(ref));
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, from)).scrollIntoView());
  } catch (error) {
    say(view, sentenceOf(error, 'The reusable content could not be made.'));
  }
}

/** The block that shows a reusable content. */
export function referenceTo(ref: ReusableRef): Node {
  return schema.nodes['reusable_content']!.create({ data: { ref } });
}

/** Puts the blocks of a reusable content in place of the block that shows it. */
export async function detach(view: EditorView, context: PageContext, at: number): Promise<void> {
  const node = view.state.doc.nodeAt(at);
  if (!node) return;
  try {
    const blocks = blocksToEditor(
      await readBlocks(context, (node.attrs['data'] as { ref: ReusableRef }).ref),
    );
    if (view.state.doc.nodeAt(at) !== node) throw new Error('The page has changed meanwhile; try again.');
    const tr = view.state.tr.replace(at, at + node.nodeSize, new Slice(Fragment.from(blocks), 0, 0));
    view.dispatch(tr.scrollIntoView());
    view.focus();
  } catch (error) {
    say(view, sentenceOf(error, 'The reusable content could not be read.'));
  }
}
