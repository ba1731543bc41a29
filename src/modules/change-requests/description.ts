import {
  documentsEqual,
  emptyDocument,
  type JSONDocument,
  parseMarkdown,
  validateDocument,
} from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';

/**
 * Reads the `description` member of a body: a document, `{ document }`, or `{ markdown }`. Nothing and text without
 * any content are no description.
 * @throws BadRequest when it is none of these.
 */
export function parseDescription(input: object | null): JSONDocument | null {
  if (input === null || Object.keys(input).length === 0) return null;
  const document = readDocument(input as Record<string, unknown>);
  return document.nodes.length === 0 || documentsEqual(document, emptyDocument()) ? null : document;
}

function readDocument(input: Record<string, unknown>): JSONDocument {
  if (typeof input['markdown'] === 'string') return parseMarkdown(input['markdown']).document;
  const document = input['document'] ?? input;
  if ((document as { object?: unknown }).object === 'document') return requireDocument(document);
  throw new BadRequest(
    'description must be a document ({ "object": "document", … }) or { "markdown": "…" }.',
  );
}

function requireDocument(value: unknown): JSONDocument {
  try {
    return validateDocument(value);
  } catch (error) {
    throw new BadRequest(`description: ${error instanceof Error ? error.message : 'it is no document'}.`);
  }
}
