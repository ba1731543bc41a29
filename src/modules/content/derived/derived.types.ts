import type { DocumentReference, OutlineEntry } from '#modules/documents/index.js';

/** What is computed from a document when it is first stored. */
export interface DerivedContent {
  documentHash: string;
  /** All its text, for search and translation. */
  text: string;
  outline: OutlineEntry[];
  /** What it points at. */
  references: DocumentReference[];
  /** Ids that a link may lead to inside of it. */
  anchors: string[];
}
