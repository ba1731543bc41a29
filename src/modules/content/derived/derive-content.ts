import {
  documentAnchors,
  documentOutline,
  documentReferences,
  documentText,
  type JSONDocument,
} from '#modules/documents/index.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { DerivedContent, StoredDerived } from './derived.types.js';
import { storableReferences } from './storable-references.js';

/** The values derived from a document, which never change. */
export function deriveContent(documentHash: string, document: JSONDocument): DerivedContent {
  return {
    documentHash,
    text: documentText(document).replaceAll('\0', ''),
    outline: documentOutline(document),
    references: storableReferences(documentReferences(document)),
    anchors: documentAnchors(document).map((id) => id.replaceAll('\0', '')),
  };
}

/** As `deriveContent`, in the stored form. */
export function deriveStored(documentHash: string, document: JSONDocument): StoredDerived {
  const { text, outline, references, anchors } = deriveContent(documentHash, document);
  return {
    documentHash,
    text,
    outline: storableJson(outline),
    references: storableJson(references),
    anchors: storableJson(anchors),
  };
}

/** Derives several documents from their canonical JSON. Runs in a thread when they are many or long. */
export function deriveFromTexts(documents: readonly { hash: string; text: string }[]): StoredDerived[] {
  return documents.map(({ hash, text }) => deriveStored(hash, JSON.parse(text) as JSONDocument));
}
