import { BadRequest } from '#platform/http/errors.js';
import { JsonField } from '#platform/http/fields.js';
import { documentText } from './document-text.js';
import type { JSONDocument } from './document.types.js';
import { parseMarkdownAsync } from './conversion/convert-async.js';
import { parseMarkdown } from './markdown/parse-markdown.js';
import { requireDocument } from './require-document.js';

/** Maximum length of a text that lists carry, or that agents are given before they read anything else. */
export const MAX_SHORT_TEXT = 10_000;
const MAX_JSON_CHARACTERS = 100_000;
/** Characters of Markdown that take some milliseconds at most. */
const VERY_SHORT = 500;

/** A text in a field of a request: `{ markdown }`, `{ document }`, or the document itself. */
export type ShortTextInput = object & { markdown?: unknown; document?: unknown; object?: unknown };

/** A short text in a body. It is taken as it is, because a document is checked by the module of documents. */
export function ShortTextField(options: Parameters<typeof JsonField>[0]): PropertyDecorator {
  return JsonField(options);
}

/**
 * Reads a text that is shown beside content, such as a comment or a description.
 * @param field name of the field in the request, for the sentence.
 * @throws BadRequest for an input of another form, and for one that is too long.
 */
export function readShortText(
  input: ShortTextInput,
  field: string,
  maxJson = MAX_JSON_CHARACTERS,
): JSONDocument {
  const { markdown } = input;
  const document = input.document ?? (input.object === 'document' ? input : undefined);
  if (typeof markdown === 'string' && document !== undefined)
    throw new BadRequest(`${field}.markdown and ${field}.document say the same twice; send one of them.`);
  if (typeof markdown === 'string') {
    requireLength(markdown.length, MAX_SHORT_TEXT, `${field}.markdown`);
    return parseMarkdown(markdown).document;
  }
  if (document === undefined)
    throw new BadRequest(`${field} must be { "markdown": "…" } or { "document": { … } }.`);
  requireLength(JSON.stringify(document).length, maxJson, `${field} as JSON`);
  const read = requireDocument(document, field);
  requireLength(documentText(read).length, MAX_SHORT_TEXT, `the text of ${field}`);
  return read;
}

/** As `readShortText`; Markdown that is not very short is read in a thread. */
export async function readShortTextAsync(input: ShortTextInput, field: string): Promise<JSONDocument> {
  const { markdown, document, object } = input;
  const isLong = typeof markdown === 'string' && markdown.length > VERY_SHORT;
  if (!isLong || document !== undefined || object === 'document') return readShortText(input, field);
  requireLength(markdown.length, MAX_SHORT_TEXT, `${field}.markdown`);
  return (await parseMarkdownAsync(markdown, {}, { isOneOfMany: true })).document;
}

function requireLength(length: number, most: number, what: string): void {
  if (length > most) throw new BadRequest(`${what} must not be longer than ${most} characters.`);
}
