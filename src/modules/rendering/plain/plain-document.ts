import type { JSONDocument } from '#modules/documents/index.js';
import type { RenderContext } from '../model/render-context.js';
import { wordsOf } from '#modules/words/index.js';
import { plainBlocks } from './plain-blocks.js';
import { PlainState } from './plain-state.js';

/**
 * A resolved document in blocks that Markdown has a form for, for readers that do not know our tags. Links get absolute
 * addresses; links without a target keep their words.
 * @param whole makes the address of a link or an image absolute.
 */
export function plainDocument(
  document: JSONDocument,
  context: RenderContext,
  whole: (href: string) => string,
): JSONDocument {
  const state = new PlainState(context, wordsOf(context.language).page, whole, plainBlocks);
  return { ...document, nodes: state.blocks(document.nodes) };
}
