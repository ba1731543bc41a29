import type { JSONDocument } from './document.types.js';

export function documentsEqual(_a: JSONDocument, _b: JSONDocument): boolean {
  throw new Error('not written yet');
}
