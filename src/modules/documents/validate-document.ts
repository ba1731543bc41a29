import type { JSONDocument } from './document.types.js';

export function validateDocument(_value: unknown): JSONDocument {
  throw new Error('not written yet');
}
