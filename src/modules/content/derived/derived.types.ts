import type { DocumentReference, OutlineEntry } from '#modules/documents/index.js';

/**
 * The stored form: lists are JSON for the database. Such a text passes from a thread cheaply, and is written without
 * another conversion.
 */
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
  /** Ids inside the document to which a link may lead. */
  anchors: string[];
}
