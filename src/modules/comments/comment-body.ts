import {
  type DocumentNode,
  documentReferences,
  type JSONDocument,
  readShortText,
  readShortTextAsync,
  type ShortTextInput,
} from '#modules/documents/index.js';
import { BadRequest } from '#platform/http/errors.js';

/**
 * Reads the `body` of a comment or reply.
 * @param field name of it in the request, for the sentence.
 * @throws BadRequest as `readShortText`, and for one that says nothing.
 */
export function parseBody(input: ShortTextInput, field = 'body'): JSONDocument {
  return requireWords(readShortText(input, field), field);
}

/** As `parseBody`, for use outside of transactions: long Markdown is read in a thread. */
export async function parseBodyAsync(input: ShortTextInput): Promise<JSONDocument> {
  return requireWords(await readShortTextAsync(input, 'body'), 'body');
}

function requireWords(document: JSONDocument, field: string): JSONDocument {
  if (document.nodes.every(isBlank)) throw new BadRequest(`${field}: a comment must say something.`);
  return document;
}

/** The users that the body names, each once. */
export function mentionsIn(document: JSONDocument): string[] {
  const users = documentReferences(document).flatMap(({ ref }) => (ref.kind === 'user' ? [ref.user] : []));
  return [...new Set(users)];
}

/** Paragraphs without any words, picture, emoji or mention. */
function isBlank(node: DocumentNode): boolean {
  if (node.object === 'text') return node.leaves.every((leaf) => leaf.text.trim() === '');
  const isPlain = node.object === 'block' && node.type === 'paragraph';
  return isPlain && typeof node.data['raw'] !== 'string' && (node.nodes ?? []).every(isBlank);
}
