import {
  documentsEqual,
  documentText,
  emptyDocument,
  type JSONDocument,
  parseMarkdown,
  requireDocument,
} from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';

/**
 * The maximal length of the text, and of the JSON of a document: lists of change requests carry all of it. Comments
 * have the same limits.
 */
const MAX_CHARACTERS = 10_000;
const MAX_JSON_CHARACTERS = 100_000;

/**
 * Reads the `description` member of a body: a document, `{ document }`, or `{ markdown }`. An empty body and a text
 * without content give null.
 * @throws BadRequest when it has another shape or is too long.
 */
export function parseDescription(input: object | null): JSONDocument | null {
  if (input === null || Object.keys(input).length === 0) return null;
  const document = readDocument(input as Record<string, unknown>);
  return document.nodes.length === 0 || documentsEqual(document, emptyDocument()) ? null : document;
}

function readDocument(input: Record<string, unknown>): JSONDocument {
  const { markdown } = input;
  if (typeof markdown === 'string' && (input['document'] ?? input['nodes']) !== undefined)
    throw new BadRequest('description.markdown and a document say the same twice; send one of them.');
  if (typeof markdown === 'string') {
    requireLength(markdown.length, MAX_CHARACTERS, 'description.markdown');
    return parseMarkdown(markdown).document;
  }
  const document = input['document'] ?? input;
  if ((document as { object?: unknown }).object === 'document') {
    requireLength(JSON.stringify(document).length, MAX_JSON_CHARACTERS, 'description as JSON');
    const read = requireDocument(document, 'description');
    requireLength(documentText(read).length, MAX_CHARACTERS, 'the text of description');
    return read;
  }
  throw new BadRequest(
    'description must be a document ({ "object": "document", … }) or { "markdown": "…" }.',
  );
}

function requireLength(length: number, most: number, what: string): void {
  if (length > most) throw new BadRequest(`${what} must not be longer than ${most} characters.`);
}
