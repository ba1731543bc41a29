import type { DocumentBlock, JSONDocument } from '#modules/documents/browser.js';

/** Blocks never change, so the text of each is made once: of a long page, a save writes only what a person has typed. */
const written = new WeakMap<DocumentBlock, string>();

/** The JSON of a document, as of `JSON.stringify`. */
export function documentText({ nodes, ...rest }: JSONDocument): string {
  const blocks = nodes.map(blockText).join(',');
  return `${JSON.stringify(rest).slice(0, -1)},"nodes":[${blocks}]}`;
}

function blockText(block: DocumentBlock): string {
  let text = written.get(block);
  if (text === undefined) {
    text = JSON.stringify(block);
    written.set(block, text);
  }
  return text;
}
