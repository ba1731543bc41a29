import { type ContentRef, type JSONDocument, mapReferences } from '#modules/documents/index.js';

/** References that name the source space lose its name: they lead to the same page in the space that the document is in. */
export function pointInside(document: JSONDocument, sourceSpaceId: string): JSONDocument {
  return mapReferences(document, (ref) => refInside(ref, sourceSpaceId));
}

/** The same for one reference; the same object when it does not name the source space. */
export function refInside<T extends ContentRef>(ref: T, sourceSpaceId: string): T {
  if (ref.kind === 'space' || !('space' in ref) || ref.space !== sourceSpaceId) return ref;
  const { space: _space, ...inside } = ref;
  return inside as T;
}
