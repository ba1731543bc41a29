import { documentText, type JSONDocument, parseMarkdown, requireDocument } from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';

/** Longest text: agents are given all of it before they read anything else. */
export const MAX_CHARACTERS = 10_000;
const MAX_JSON_CHARACTERS = 200_000;

/**
 * Reads the `instructions` member of a body: a document, `{ document }`, or `{ markdown }`.
 * @throws BadRequest for anything else, and for what is too long.
 */
export function parseInstructions(input: object): JSONDocument {
  const { markdown, document = input } = input as Record<string, unknown>;
  if (typeof markdown === 'string') {
    requireLength(markdown.length, MAX_CHARACTERS, 'instructions.markdown');
    return parseMarkdown(markdown).document;
  }
  if ((document as { object?: unknown } | null)?.object !== 'document')
    throw new BadRequest(
      'instructions must be a document ({ "object": "document", … }) or { "markdown": "…" }.',
    );
  requireLength(JSON.stringify(document).length, MAX_JSON_CHARACTERS, 'instructions as JSON');
  const read = requireDocument(document, 'instructions');
  requireLength(documentText(read).length, MAX_CHARACTERS, 'the text of instructions');
  return read;
}

function requireLength(length: number, most: number, what: string): void {
  if (length > most) throw new BadRequest(`${what} must not be longer than ${most} characters.`);
}
