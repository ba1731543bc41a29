import {
  documentAnchors,
  documentOutline,
  documentReferences,
  documentText,
  type JSONDocument,
} from '#modules/documents/index.js';
import type { DerivedContent } from './derived.types.js';
import { storableReferences } from './storable-references.js';

/** What is known of a document once and for all. */
export function deriveContent(documentHash: string, document: JSONDocument): DerivedContent {
  return {
    documentHash,
    text: documentText(document).replaceAll('\0', ''),
    outline: documentOutline(document),
    references: storableReferences(documentReferences(document)),
    anchors: documentAnchors(document).map((id) => id.replaceAll('\0', '')),
  };
}

/** The same, from its canonical JSON. For a thread. */
export function deriveFromText({ hash, text }: { hash: string; text: string }): DerivedContent {
  return deriveContent(hash, JSON.parse(text) as JSONDocument);
}
