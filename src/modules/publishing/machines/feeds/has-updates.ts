import type { JSONDocument } from '#modules/documents/index.js';

/** Whether a document has updates that can be followed: those at its top. */
export function hasUpdates(document: JSONDocument): boolean {
  return document.nodes.some(({ type }) => type === 'updates');
}
