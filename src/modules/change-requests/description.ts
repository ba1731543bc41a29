import {
  documentsEqual,
  emptyDocument,
  type JSONDocument,
  readShortText,
  type ShortTextInput,
} from '#modules/documents/index.js';

/**
 * Reads the `description` member of a body. An empty object and a text without content give null.
 * @throws BadRequest as `readShortText`.
 */
export function parseDescription(input: ShortTextInput | null): JSONDocument | null {
  if (input === null || Object.keys(input).length === 0) return null;
  const document = readShortText(input, 'description');
  return document.nodes.length === 0 || documentsEqual(document, emptyDocument()) ? null : document;
}
