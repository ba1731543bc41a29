import {
  type DocumentNode,
  documentReferences,
  documentText,
  type JSONDocument,
  parseMarkdown,
  requireDocument,
} from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';

/** Longest text of a comment, and of the JSON of one that is sent as a document. */
export const MAX_CHARACTERS = 10_000;
const MAX_JSON_CHARACTERS = 100_000;

/**
 * Reads the `body` of a comment or reply: `{ markdown }` or `{ document }`.
 * @param field how the request calls it, for the sentence.
 * @throws BadRequest for anything else, for one that says nothing and for one that is too long.
 */
export function parseBody(input: object, field = 'body'): JSONDocument {
  const document = readBody(input as Record<string, unknown>, field);
  if (document.nodes.every(isBlank)) throw new BadRequest(`${field}: a comment must say something.`);
  return document;
}

/** The users that the body names, each once. */
export function mentionsIn(document: JSONDocument): string[] {
  const users = documentReferences(document).flatMap(({ ref }) => (ref.kind === 'user' ? [ref.user] : []));
  return [...new Set(users)];
}

function readBody(input: Record<string, unknown>, field: string): JSONDocument {
  const { markdown, document } = input;
  if (isGiven(markdown) && isGiven(document))
    throw new BadRequest(`${field}.markdown and ${field}.document say the same twice; send one of them.`);
  if (typeof markdown === 'string') {
    requireLength(markdown.length, MAX_CHARACTERS, `${field}.markdown`);
    return parseMarkdown(markdown).document;
  }
  if (isGiven(document)) {
    const { length } = JSON.stringify(document);
    requireLength(length, MAX_JSON_CHARACTERS, `${field}.document as JSON`);
    const read = requireDocument(document, field);
    requireLength(documentText(read).length, MAX_CHARACTERS, `the text of ${field}.document`);
    return read;
  }
  throw new BadRequest(`${field} must be { "markdown": "…" } or { "document": { … } }.`);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function requireLength(length: number, most: number, what: string): void {
  if (length > most) throw new BadRequest(`${what} must not be longer than ${most} characters.`);
}

/** Paragraphs without any words, picture, emoji or mention. */
function isBlank(node: DocumentNode): boolean {
  if (node.object === 'text') return node.leaves.every((leaf) => leaf.text.trim() === '');
  const isPlain = node.object === 'block' && node.type === 'paragraph';
  return isPlain && typeof node.data['raw'] !== 'string' && (node.nodes ?? []).every(isBlank);
}
