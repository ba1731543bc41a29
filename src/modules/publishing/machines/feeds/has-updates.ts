import type { JSONDocument } from '#modules/documents/index.js';

/** True if a document has updates at its top level, which a feed can follow. */
export function hasUpdates(document: JSONDocument): boolean {
  return document.nodes.some(({ type }) => type === 'updates');
}
