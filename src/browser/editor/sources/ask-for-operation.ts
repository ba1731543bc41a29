import type { EditorView } from 'prosemirror-view';
import { loadPart } from '../load-part.js';
import { say, sentenceOf } from '../notice.js';
import type { PageContext } from '../page-context.js';
import type { OperationData } from './operation-picker.js';

/**
 * Asks which operation of an API a block shows, beside a position of the text.
 * @param onChoose takes the data of such a block.
 */
export async function askForOperation(
  view: EditorView,
  context: PageContext,
  at: number,
  onChoose: (data: OperationData) => void,
): Promise<void> {
  try {
    const { chooseOperation } = await loadPart(import('./choose-operation.js'));
    await chooseOperation(view, context, at, onChoose);
  } catch (error) {
    say(view, sentenceOf(error, 'The operations could not be read.'));
  }
}
