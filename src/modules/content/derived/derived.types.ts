import type { DocumentReference, OutlineEntry } from '#modules/documents/index.js';

/** As it is stored: lists as JSON that the database takes. A long one is cheap to hand over by a thread, and written as it is. */
export interface StoredDerived extends Pick<DerivedContent, 'documentHash' | 'text'> {
  outline: string;
  references: string;
  anchors: string;
}

/** The values that are computed from a document when it is first stored. */
export interface DerivedContent {
  documentHash: string;
  /** All its text, for search and translation. */
  text: string;
  outline: OutlineEntry[];
  references: DocumentReference[];
  /** Ids that a link may lead to inside of it. */
  anchors: string[];
}
