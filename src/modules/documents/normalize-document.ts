import type { JSONDocument } from './document.types.js';

export function normalizeDocument(_document: JSONDocument): JSONDocument {
  throw new Error('not written yet');
}

export function emptyDocument(): JSONDocument {
  throw new Error('not written yet');
}
