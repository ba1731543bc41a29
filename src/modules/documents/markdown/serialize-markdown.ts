import type { JSONDocument } from '../document.types.js';
import type { PageMeta, SerializeContext } from './markdown.types.js';

export function serializePage(
  _meta: PageMeta,
  _document: JSONDocument,
  _context: SerializeContext = {},
): string {
  throw new Error('not written yet');
}

export function serializeMarkdown(_document: JSONDocument, _context: SerializeContext = {}): string {
  throw new Error('not written yet');
}
