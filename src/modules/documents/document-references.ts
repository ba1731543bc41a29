import type { ContentRef, JSONDocument } from './document.types.js';

/** One reference from a document, with the key of the innermost block it stands in and the role it plays there. */
export interface DocumentReference {
  ref: ContentRef;
  /** Key of the innermost block that holds the reference. */
  key?: string;
  /** The node type that holds it: `link`, `image`, `file`, `table`, `embed`, … */
  source: string;
}

export function documentReferences(_document: JSONDocument): DocumentReference[] {
  throw new Error('not written yet');
}

/** Returns a document with every reference replaced by `fn(ref)`; the same object when nothing changed. */
export function mapReferences(_document: JSONDocument, _fn: (ref: ContentRef) => ContentRef): JSONDocument {
  throw new Error('not written yet');
}
