import type { JSONDocument } from './document.types.js';

export function alignKeys(_previous: JSONDocument | undefined, _next: JSONDocument): JSONDocument {
  throw new Error('not written yet');
}
