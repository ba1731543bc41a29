import {
  documentText,
  type JSONDocument,
  normalizeDocument,
  parseMarkdown,
  validateDocument,
} from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';

/**
 * Reads the `description` member of a body: a document, `{ document }`, or `{ markdown }`. Text without any content is
 * no description.
 * @throws BadRequest when it is none of these.
 */
export function parseDescription(input: object | null): JSONDocument | null {
  if (input === null) return null;
  const document = readDocument(input as Record<string, unknown>);
  return documentText(document).trim() === '' && document.nodes.length <= 1 ? null : document;
}

function readDocument(input: Record<string, unknown>): JSONDocument {
  if (typeof input['markdown'] === 'string') return parseMarkdown(input['markdown']).document;
  const document = input['document'] ?? input;
  if ((document as { object?: unknown }).object === 'document') {
    return normalizeDocument(validateDocument(document));
  }
  throw new BadRequest(
    'description must be a document ({ "object": "document", … }) or { "markdown": "…" }.',
  );
}
