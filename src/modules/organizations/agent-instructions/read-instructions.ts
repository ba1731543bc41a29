import { type JSONDocument, readShortText, type ShortTextInput } from '#modules/documents/index.js';

const MAX_JSON_CHARACTERS = 200_000;

/** Reads the `instructions` member of a body. @throws BadRequest as `readShortText`. */
export function parseInstructions(input: ShortTextInput): JSONDocument {
  return readShortText(input, 'instructions', MAX_JSON_CHARACTERS);
}
