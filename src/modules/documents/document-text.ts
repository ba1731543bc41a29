import type { JSONDocument } from './document.types.js';

export function documentText(_document: JSONDocument): string {
  throw new Error('not written yet');
}
