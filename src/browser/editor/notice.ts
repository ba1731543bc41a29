import type { EditorView } from 'prosemirror-view';

/** Says in the bar above the page why something could not be done. */
export function say(view: EditorView, words: string): void {
  view.dom.dispatchEvent(new CustomEvent('editor-notice', { bubbles: true, detail: words }));
}

/** The sentence of an error. */
export function sentenceOf(error: unknown, otherwise: string): string {
  return error instanceof Error ? error.message : otherwise;
}
