import {
  documentAnchors,
  documentOutline,
  documentReferences,
  documentText,
  type JSONDocument,
} from '#modules/documents/index.js';
import type { DerivedContent } from './derived.types.js';
import { storableReferences } from './storable-references.js';

/** The data derived from a document, which never changes. */
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
